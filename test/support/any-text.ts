import fc from 'fast-check';

/**
 * Any code point, halves of pairs included; control characters and what ends or turns lines come more often.
 * fast-check's own `binary` and `grapheme` take two seconds to make ready.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.nat(0x10ffff), fc.nat(0x9f), fc.constantFrom(0xad, 0x301, 0x200d, 0x2028, 0x2029, 0x202e, 0xfeff))
  .map((code) => String.fromCodePoint(code));

/** Texts of them. */
export const anyText: fc.Arbitrary<string> = fc.string({ unit: anyCharacter });

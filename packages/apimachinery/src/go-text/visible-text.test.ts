import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../../test/support/any-text.ts';
import { visibleText } from './visible-text.ts';

describe('text of strangers', () => {
  it.each([
    ['\x1b[2Jgone', '\\u001b[2Jgone'],
    ['\u009b2J', '\\u009b2J'],
    ['a\u202egnp.exe', 'a\\u202egnp.exe'],
    ['good\rbad', 'good\\rbad'],
    ['two\nlines\tand more', 'two\\nlines\\tand more'],
    ['\x7f\0\u200b\ufeff\u2028\u2029', '\\u007f\\u0000\\u200b\\ufeff\\u2028\\u2029'],
    ['\u{e0001}', '\\udb40\\udc01'],
    ['Grüße, 世界, 🎉, a\\b "c"', 'Grüße, 世界, 🎉, a\\b "c"'],
    ['', ''],
  ])('%j is shown as %s', (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it('keeps what it is told to', () => {
    expect(visibleText('a\n\tb\r\x1b', '\n\t')).toBe('a\n\tb\\r\\u001b');
  });

  it('has nothing left to escape, and in a JSON string means what it meant', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = visibleText(text);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
        expect(visibleText(shown)).toBe(shown);
        expect(JSON.parse(visibleText(JSON.stringify(text)))).toBe(text);
      }),
    );
  });
});

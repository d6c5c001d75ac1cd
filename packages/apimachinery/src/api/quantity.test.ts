import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../../../../test/support/vectors.ts';
import {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  isIntegerQuantity,
  parseQuantity,
  type Quantity,
  quantityAsInt64,
  quantityAsNumber,
  subtractQuantities,
} from './quantity.ts';

function quantity(text: string): Quantity {
  const parsed = parseQuantity(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error}`);
  return parsed.quantity;
}

/** `unscaled` and `exponent` as plain decimal digits. */
function decimal(value: Quantity): string {
  if (value.exponent >= 0) return (value.unscaled * 10n ** BigInt(value.exponent)).toString();
  const digits = (value.unscaled < 0n ? -value.unscaled : value.unscaled)
    .toString()
    .padStart(1 - value.exponent, '0');
  const point = digits.length + value.exponent;
  return `${value.unscaled < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}

describe('quantity', () => {
  it('reads and prints as measured', () => {
    const cases = casesOf('kubernetes/quantity/parse') as unknown as {
      input: string;
      error?: string;
      canonical: string;
      format: string;
      asDec: string;
      asInt64: { ok: boolean; value: string };
    }[];
    for (const { input, ...expected } of cases) {
      const parsed = parseQuantity(input);
      if (!parsed.ok) {
        expect({ input, error: parsed.error }).toEqual({ input, error: expected.error });
        continue;
      }
      const int64 = quantityAsInt64(parsed.quantity);
      expect({
        input,
        canonical: canonicalQuantity(parsed.quantity),
        format: parsed.quantity.format,
        asDec: decimal(parsed.quantity),
        asInt64: { ok: int64 !== undefined, value: (int64 ?? 0n).toString() },
      }).toEqual({
        input,
        canonical: expected.canonical,
        format: expected.format,
        asDec: expected.asDec,
        asInt64: expected.asInt64,
      });
      expect(isIntegerQuantity(parsed.quantity)).toBe(expected.asInt64.ok);
    }
    console.log(`quantity/parse vectors: ${cases.length} passed`);
  });

  it('compares and calculates as measured', () => {
    const cases = casesOf('kubernetes/quantity/compare') as unknown as Record<
      'a' | 'b' | 'sum' | 'difference',
      string
    >[];
    for (const { a, b, ...expected } of cases) {
      expect({
        cmp: compareQuantities(quantity(a), quantity(b)),
        sum: canonicalQuantity(addQuantities(quantity(a), quantity(b))),
        difference: canonicalQuantity(subtractQuantities(quantity(a), quantity(b))),
      }).toMatchObject({
        cmp: (expected as { cmp?: number }).cmp,
        sum: expected.sum,
        difference: expected.difference,
      });
    }
    console.log(`quantity/compare vectors: ${cases.length} passed`);
  });

  it('prints what it reads again as the same amount', () => {
    const suffix = fc.constantFrom(
      '',
      'n',
      'u',
      'm',
      'k',
      'M',
      'G',
      'T',
      'P',
      'E',
      'Ki',
      'Mi',
      'Gi',
      'e3',
      'E-6',
    );
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.nat(999), suffix, (whole, fraction, unit) => {
        const first = quantity(`${whole}.${fraction}${unit}`);
        expect(compareQuantities(first, quantity(canonicalQuantity(first)))).toBe(0);
      }),
    );
  });

  it('refuses amounts without end in time', () => {
    expect(parseQuantity('9'.repeat(1_000_000)).ok).toBe(false);
    expect(parseQuantity(`${'0'.repeat(1_000_000)}x`).ok).toBe(false);
    expect(parseQuantity('1e2000000000').ok).toBe(false);
  });

  it('gives doubles to CEL', () => {
    expect(quantityAsNumber(quantity('1500m'))).toBe(1.5);
    expect(quantityAsNumber(quantity('2Gi'))).toBe(2 ** 31);
  });
});

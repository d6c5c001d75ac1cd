import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../../../../test/support/vectors.ts';
import { formatGoDuration, parseGoDuration } from './go-duration.ts';

describe('Go durations', () => {
  it('reads and prints as measured', () => {
    const cases = casesOf('kubernetes/duration/go-duration');
    for (const { name: _name, ...expected } of cases) {
      const input = String(expected.input);
      const parsed = parseGoDuration(input);
      expect(
        parsed.ok
          ? {
              input,
              nanoseconds: parsed.nanoseconds.toString(),
              canonical: formatGoDuration(parsed.nanoseconds),
            }
          : { input, error: parsed.error },
      ).toEqual(expected);
    }
    console.log(`duration/go-duration vectors: ${cases.length} passed`);
  });

  it('reads back what it prints', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), (nanoseconds) => {
        expect(parseGoDuration(formatGoDuration(nanoseconds))).toEqual({ ok: true, nanoseconds });
      }),
    );
  });

  it('refuses what Go refuses', () => {
    for (const text of ['', '-', '.', '1', '1.', '.s', 's', '1s1', '--1s', '9223372036854775808ns', '1e3s']) {
      expect(parseGoDuration(text).ok, text).toBe(false);
    }
    expect(parseGoDuration('-9223372036854775808ns')).toEqual({ ok: true, nanoseconds: -(2n ** 63n) });
  });
});

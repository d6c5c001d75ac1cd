import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printBytes } from './print-bytes.ts';

describe('bytes for people', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1.0 KiB'],
    [10_189, '10 KiB'],
    [641_728_512, '612 MiB'],
    [1_023_700, '1.0 MiB'],
    [5 * 1024 ** 3, '5.0 GiB'],
    [2 ** 53, '8192 TiB'],
  ])('%d is %s', (bytes, text) => {
    expect(printBytes(bytes)).toBe(text);
  });

  it('has at most three digits before the unit, below a thousand TiB', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 * 1024 ** 4 }), (bytes) => {
        expect(printBytes(bytes)).toMatch(/^(?:\d\.\d|\d{2,3}) [KMGT]iB$|^\d{1,3} B$/);
      }),
    );
  });
});

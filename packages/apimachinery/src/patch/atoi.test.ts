import { expect, test } from 'vitest';
import { atoi } from './atoi.ts';

test.each([
  ['0', 0],
  ['-0', 0],
  ['+7', 7],
  ['-7', -7],
  ['007', 7],
  [`${'0'.repeat(40)}7`, 7],
  ['9223372036854775807', 2 ** 63],
  ['-9223372036854775808', -(2 ** 63)],
])('%s is a number', (text, value) => {
  expect(atoi(text)).toEqual({ ok: true, value });
});

// what 64 bits hold ends one sooner above zero than below it
test.each(['9223372036854775808', '+9223372036854775808', '-9223372036854775809', '1'.repeat(20)])(
  '%s is out of range',
  (text) => {
    expect(atoi(text)).toEqual({
      ok: false,
      message: `strconv.Atoi: parsing "${text}": value out of range`,
    });
  },
);

test.each(['', '-', '+', '1.0', '1e3', ' 1', '--1', '0x1', '１'])('%j is no number', (text) => {
  expect(atoi(text)).toEqual({ ok: false, message: `strconv.Atoi: parsing "${text}": invalid syntax` });
});

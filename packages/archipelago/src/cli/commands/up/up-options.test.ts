import { expect, it } from 'vitest';
import { parseMetricsPort } from './up-options.ts';

it.each([
  [undefined, 0],
  ['0', 0],
  ['9090', 9_090],
  ['65535', 65_535],
])('--metrics-port %s is %i', (text, port) => {
  expect(parseMetricsPort(text)).toBe(port);
});

it.each(['', '65536', '-1', '1.5', '0x10', 'any'])('--metrics-port %j is refused', (text) => {
  expect(() => parseMetricsPort(text)).toThrow('must be a port, 0 to 65535; 0 is a free one');
});

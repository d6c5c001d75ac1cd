import { expect, test } from 'vitest';
import { isLoopback, parseBindAddress } from './bind-address.ts';

test.each<[string, string | undefined, number, boolean]>([
  ['127.0.0.1:8443', '127.0.0.1', 8443, true],
  [':8443', undefined, 8443, false],
  ['0.0.0.0:8443', '0.0.0.0', 8443, false],
  ['127.1.2.3:0', '127.1.2.3', 0, true],
  ['localhost:80', 'localhost', 80, true],
  ['[::1]:8443', '::1', 8443, true],
  ['[::]:8443', '::', 8443, false],
  ['127.0.0.1.example:8443', '127.0.0.1.example', 8443, false],
])('%s', (text, host, port, expected) => {
  const address = parseBindAddress('--metrics-bind-address', text);
  expect(address).toEqual({ host, port });
  expect(address !== undefined && isLoopback(address)).toBe(expected);
});

test('0 serves nothing', () => {
  expect(parseBindAddress('--metrics-bind-address', '0')).toBeUndefined();
});

test.each(['', '8443', ':', ':65536', '::1:8443', '[127.0.0.1]:1', 'a b:1', 'http://a:1', ':-1'])(
  'refuses %j',
  (text) => {
    expect(() => parseBindAddress('--metrics-bind-address', text)).toThrow(
      `--metrics-bind-address ${text}: must be an address`,
    );
  },
);

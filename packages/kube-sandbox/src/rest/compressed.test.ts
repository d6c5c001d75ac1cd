import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressed } from './compressed.ts';

const large = { status: 200, headers: { 'content-type': 'application/json' }, body: 'x'.repeat(200_000) };

test('a large answer is compressed for who takes gzip', async () => {
  const { body, headers } = await compressed(large, 'deflate, gzip');
  expect(headers).toEqual({ ...large.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(body instanceof Uint8Array && gunzipSync(body).toString()).toBe(large.body);
});

// as recorded from a kube-apiserver
test.each([undefined, '', 'identity', '*', 'GZIP', 'gzip;q=1.0'])(
  'not with Accept-Encoding: %s',
  async (accepted) => {
    expect(await compressed(large, accepted)).toBe(large);
  },
);

test('a small answer and a stream stay as they are', async () => {
  const small = { ...large, body: 'x'.repeat(128 * 1024) };
  const stream = { ...large, body: { start: () => () => undefined } };
  expect(await compressed(small, 'gzip')).toBe(small);
  expect(await compressed(stream, 'gzip')).toBe(stream);
});

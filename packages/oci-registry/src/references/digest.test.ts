import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { digester, digestOf, isDigest, parseDigest } from './digest.ts';

const [short, long] = ['0123456789abcdef'.repeat(4), '0123456789abcdef'.repeat(8)];

describe('a digest', () => {
  it.each([`sha256:${short}`, `sha512:${long}`])('is %s', (text) => {
    expect(parseDigest(text)).toEqual({ kind: 'ok', value: text });
    expect(isDigest(text)).toBe(true);
  });

  it.each([
    ['', 'is no digest of a known algorithm'],
    [short, 'is no digest of a known algorithm'],
    [`md5:${short}`, 'is no digest of a known algorithm'],
    [`SHA256:${short}`, 'is no digest of a known algorithm'],
    [`sha256:${short.slice(1)}`, 'has 63 characters'],
    [`sha256:${short}0`, 'has 65 characters'],
    [`sha256:${long}`, 'has 128 characters'],
    [`sha512:${short}`, 'has 64 characters'],
    [`sha256:${short.toUpperCase()}`, 'lower case'],
    [`sha256:${short.slice(1)}g`, 'lower case'],
    [`sha256:${short.slice(1)}\n`, 'lower case'],
    [` sha256:${short}`, 'is no digest'],
  ])('is not %j: it %s', (text, reason) => {
    expect(parseDigest(text, 'config')).toMatchObject({
      kind: 'refused',
      field: 'config',
      reason: expect.stringContaining(reason),
    });
    expect(isDigest(text)).toBe(false);
  });

  it('is of all bytes, in pieces or not, in the algorithm of another', () => {
    const of = (algorithm: string) => `${algorithm}:${createHash(algorithm).update('content').digest('hex')}`;
    const content = Buffer.from('content');
    expect(digestOf(content)).toBe(of('sha256'));
    expect(digestOf(content, `sha256:${short}`)).toBe(of('sha256'));
    expect(digestOf(content, `sha512:${long}`)).toBe(of('sha512'));
    const pieces = digester('sha512:');
    for (const piece of ['con', '', 'tent']) pieces.update(Buffer.from(piece));
    expect(pieces.digest()).toBe(of('sha512'));
  });
});

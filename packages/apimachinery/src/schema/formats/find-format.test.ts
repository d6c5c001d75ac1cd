import { describe, expect, it } from 'vitest';
import { anyFormat, findFormat } from './find-format.ts';

/** Texts that have a format, and texts that have not; each was put to the API server's own library. */
const examples: Record<string, { readonly yes: readonly string[]; readonly no: readonly string[] }> = {
  'date-time': {
    yes: ['2024-02-29T12:00:00Z', '2024-02-29t12:00:00.5+02:00', '2024-01-01T10:00:00ZTjunk'],
    no: ['2023-02-29T12:00:00Z', '2024-01-01T24:00:00Z', '2024-01-01T10:00:00', ''],
  },
  duration: { yes: ['1h30m', '3 days', 'PT1H', '0'], no: ['', '5', '9999999999999999999 days'] },
  email: {
    yes: ['a@b', 'Bob <b@c.d>', '"q q"@b', 'a@[1.2.3.4]', 'a@b (x (y))', 'g: a@b;'],
    no: ['a', 'a..b@c', 'a@b.', 'a@[x]', 'g: a@b, c@d;', 'a@b (', ''],
  },
  uri: {
    yes: ['https://x.y/z?q#f', '/a b', 'mailto:x', 'http://[::1]:80/', 'http://u:p@h', '*'],
    no: ['a/b', 'http://a b', 'http://h:8x', '/%zz', 'http://[1.2.3.4]', 'http://h:1:2', ''],
  },
  ipv4: { yes: ['010.0.0.1', '::ffff:1.2.3.4'], no: ['256.0.0.1', '1.2.3', '::1'] },
  ipv6: {
    yes: ['::', '1::8', '::ffff:1.2.3.4'],
    no: [':::', '1:2:3:4:5:6:7:8::', '00001::', 'fe80::1%eth0', '1::2::3'],
  },
  cidr: { yes: ['10.1.2.3/8', '2001:db8::/128'], no: ['10.0.0.0', '10.0.0.0/33', '::/129', '1.2.3.4/8/8'] },
  mac: {
    yes: ['00:1a:2B:3c:4d:5e', '001a.2b3c.4d5e', '00-1a-2b-3c-4d-5e'],
    no: ['00:1a-2b:3c:4d:5e', '00:1a'],
  },
  hostname: {
    yes: ['a-b.example.com', 'élan.fr'],
    no: ['example.com.', '-a.com', 'a.c0m.1', 'a'.repeat(64)],
  },
  byte: { yes: ['aGVsbG8='], no: ['', 'aGVsbG8', '_-8='] },
  isbn: { yes: ['0321751043', '978-0-306-40615-7'], no: ['0321751044', '9780306406158'] },
  creditcard: { yes: ['4111-1111-1111-1111'], no: ['4111111111111112'] },
  'k8s-short-name': { yes: ['abc-1'], no: ['Abc', 'a.b', 'a'.repeat(64)] },
  'k8s-long-name': { yes: ['a.b-c'], no: ['a..b', 'A.b'] },
};

describe('formats', () => {
  it.each(Object.entries(examples))('%s', (name, { yes, no }) => {
    const { check } = findFormat(['string'], name);
    expect(yes.filter((text) => check?.(text) !== true)).toEqual([]);
    expect(no.filter((text) => check?.(text) !== false)).toEqual([]);
  });

  it('count only for their types', () => {
    expect(findFormat(['integer'], 'int32').name).toBe('int32');
    expect(findFormat(['integer'], 'date').name).toBe('');
    expect(findFormat(['object'], 'date').name).toBe('');
    expect(findFormat(['string'], 'made-up').name).toBe('');
    expect(findFormat(['integer', 'string'], 'date').name).toBe('date');
  });

  // what looks back for each character takes some 10^11 steps here, more than the time limit of a test
  it('answer in one go whatever the text', () => {
    const long = 'a'.repeat(400_000);
    for (const text of [
      long,
      '.'.repeat(400_000),
      `${long}@`,
      `(${'('.repeat(200_000)}`,
      `a@b ${'(x'.repeat(100_000)}`,
      '1'.repeat(400_000),
      `http://${long}:`,
    ]) {
      for (const name of [...Object.keys(examples), 'uuid', 'rgbcolor', 'date']) {
        expect(typeof anyFormat(name).check?.(text), name).toBe('boolean');
      }
    }
  });
});

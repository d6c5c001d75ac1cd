import { describe, expect, it } from 'vitest';
import { placeOf, scriptedSession } from '../../../../test/support/scripted-session.ts';
import { repositoryOf } from '../pulling/repository-place.ts';
import { transferGates } from './transfer-gates.ts';
import { closingAddress, uploadAddress, uploadedBytes } from './upload-address.ts';

describe('where an upload goes on', () => {
  const body = (async function* () {})();
  const url = new URL('https://h.example:5000/v2/os/blobs/uploads/');
  const addressOf = (location: string | undefined, insecure = false) => {
    const place = { ...repositoryOf(placeOf('h.example:5000/os:1')), insecure };
    const headers = location === undefined ? {} : { location };
    return uploadAddress({ status: 202, headers, body, url }, place)?.href;
  };

  it.each<[string | undefined, string | undefined, string | undefined]>([
    ['/up?a=b', 'https://h.example:5000/up?a=b', 'https://h.example:5000/up?a=b'],
    [
      'next',
      'https://h.example:5000/v2/os/blobs/uploads/next',
      'https://h.example:5000/v2/os/blobs/uploads/next',
    ],
    ['https://store.example/up', 'https://store.example/up', 'https://store.example/up'],
    ['http://h.example:5000/up', 'http://h.example:5000/up', 'http://h.example:5000/up'],
    ['http://h.example:5001/up', 'http://h.example:5001/up', 'http://h.example:5001/up'],
    ['http://store.example/up', undefined, undefined],
    ['ftp://h.example/up', undefined, undefined],
    ['file:///up', undefined, undefined],
    ['https://', undefined, undefined],
    [undefined, undefined, undefined],
  ])('%s is %s, and %s of an insecure registry', (location, secure, insecure) => {
    expect([addressOf(location), addressOf(location, true)]).toEqual([secure, insecure]);
  });

  it.each([
    ['https://h/up', 'https://h/up?digest=sha256:0'],
    ['https://h/up?state=a%2Fb%3D', 'https://h/up?state=a%2Fb%3D&digest=sha256:0'],
  ])('%s ends with %s', (address, closing) => {
    expect(closingAddress(new URL(address), 'sha256:0').href).toBe(closing);
  });

  it.each([
    ['0-9', 10],
    [' bytes=0-9 ', 10],
    ['0-1', 2],
    ['0-0', undefined],
    ['1-9', undefined],
    ['0-9/20', undefined],
    ['0-', undefined],
    [undefined, undefined],
  ])('has %s: %s bytes', (range, bytes) => {
    expect(uploadedBytes({ headers: range === undefined ? {} : { range } })).toBe(bytes);
  });
});

it.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 2],
])('of %i requests that a host takes, copies that read there make %i', async (requestsPerHost, most) => {
  const session = scriptedSession(() => ({}), { requestsPerHost });
  const gates = transferGates(session);
  expect(transferGates(session)).toBe(gates);
  let inside = 0;
  const giving = new AbortController();
  const all = Array.from({ length: 5 }, async () => {
    if ((await gates.enter('h.example', giving.signal)) !== undefined) inside += 1;
  });
  await session.clock.advance(0);
  expect(inside).toBe(most);
  giving.abort();
  await Promise.all(all);
});

import { createHmac, createPublicKey, verify } from 'node:crypto';
import { type JsonObject, objectsAt } from '@archipelago/apimachinery';
import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '../storage/memory-store.ts';
import { API_AUDIENCE, ServiceAccountTokens, type TokenWish } from './service-account-tokens.ts';

const START = 1_700_000_000_000;
const account = { resource: '/serviceaccounts', namespace: 'tools', name: 'robot' };
const wish: TokenWish = {
  namespace: 'tools',
  name: 'robot',
  uid: 'u1',
  audiences: [API_AUDIENCE],
  seconds: 600,
};

let now = START;
let store: MemoryStore;
let tokens: ServiceAccountTokens;

/** A server of its own: with a key that no other has. */
function newTokens(key: string): ServiceAccountTokens {
  let ids = 0;
  const uuid = () => {
    ids += 1;
    return `${key}-${ids}`;
  };
  return new ServiceAccountTokens(store, { now: () => now, uuid, random: () => 0 });
}

function makeAccount(uid: string): void {
  store.put(account, { metadata: { name: 'robot', namespace: 'tools', uid } });
}

beforeEach(() => {
  now = START;
  store = new MemoryStore(10, 0);
  tokens = newTokens('key');
  makeAccount('u1');
});

function encoded(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

interface Parts {
  readonly header: string;
  readonly claims: string;
  readonly signature: string;
}

function partsOf(token: string): Parts {
  const [header = '', claims = '', signature = ''] = token.split('.');
  return { header, claims, signature };
}

function claimsOf(token: string): JsonObject {
  return JSON.parse(Buffer.from(partsOf(token).claims, 'base64url').toString());
}

function signed(header: string, claims: string, key: string): string {
  const signature = createHmac('sha256', key).update(`${header}.${claims}`).digest('base64url');
  return `${header}.${claims}.${signature}`;
}

test('a token is its account, with its groups', () => {
  expect(tokens.verify(tokens.issue(wish))).toEqual({
    audiences: [API_AUDIENCE],
    user: {
      name: 'system:serviceaccount:tools:robot',
      uid: 'u1',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:tools', 'system:authenticated'],
      extra: { 'authentication.kubernetes.io/credential-id': ['JTI=key-3'] },
    },
  });
});

test('a token says for whom, by whom and until when it is', () => {
  expect(claimsOf(tokens.issue({ ...wish, audiences: ['a', 'b'] }))).toEqual({
    iss: API_AUDIENCE,
    sub: 'system:serviceaccount:tools:robot',
    aud: ['a', 'b'],
    iat: START / 1000,
    exp: START / 1000 + 600,
    nbf: START / 1000,
    jti: 'key-3',
    'kubernetes.io': { namespace: 'tools', serviceaccount: { name: 'robot', uid: 'u1' } },
  });
});

test('who has the published keys can verify a token', () => {
  const { header, claims, signature } = partsOf(tokens.issue(wish));
  const [key = {}] = objectsAt(tokens.publishedKeys(), 'keys');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'ES256', kid: key.kid });
  const publicKey = createPublicKey({ key: { ...key }, format: 'jwk' });
  const isSigned = (text: string) =>
    verify(
      'sha256',
      Buffer.from(text),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
  expect([isSigned(`${header}.${claims}`), isSigned(`${header}.${claims}A`)]).toEqual([true, false]);
  expect(Object.keys(key)).not.toContain('d');
});

test('the same text is the same key: a kept cluster takes the tokens of its last life', () => {
  const token = tokens.issue(wish);
  const environment = { now: () => now, uuid: () => 'other', random: () => 0 };
  const again = new ServiceAccountTokens(store, environment, 'key-1key-2');
  expect(again.verify(token)?.user.uid).toBe('u1');
  expect(again.publishedKeys()).toEqual(tokens.publishedKeys());
  expect(newTokens('foreign').publishedKeys()).not.toEqual(tokens.publishedKeys());
});

describe('a token is refused', () => {
  const none = encoded({ alg: 'none', typ: 'JWT' });
  const forgeries: readonly (readonly [string, (token: string) => string])[] = [
    [
      'whose signature is another',
      (token) => token.replace(/.{4}$/, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA')),
    ],
    ['whose signature is cut', (token) => token.slice(0, -1)],
    ['whose signature is longer', (token) => `${token}A`],
    ['without a signature', (token) => token.replace(/[^.]*$/, '')],
    ['of two parts', (token) => token.replace(/\.[^.]*$/, '')],
    ['of four parts', (token) => `${token}.more`],
    ['of no algorithm', (token) => `${none}.${partsOf(token).claims}.`],
    [
      'of no algorithm, signed for another header',
      (token) => `${none}.${partsOf(token).claims}.${partsOf(token).signature}`,
    ],
    ['that another server signed', () => newTokens('foreign').issue(wish)],
    [
      'signed with the public key as a secret',
      (token) => {
        const { keys } = tokens.publishedKeys();
        return signed(encoded({ alg: 'HS256' }), partsOf(token).claims, JSON.stringify(keys));
      },
    ],
    ['signed with an empty key', (token) => signed(encoded({ alg: 'HS256' }), partsOf(token).claims, '')],
    [
      'whose account was changed',
      (token) => {
        const own = { namespace: 'tools', serviceaccount: { name: 'admin', uid: 'u2' } };
        store.put({ ...account, name: 'admin' }, { metadata: { name: 'admin', uid: 'u2' } });
        const { header, signature } = partsOf(token);
        return `${header}.${encoded({ ...claimsOf(token), 'kubernetes.io': own })}.${signature}`;
      },
    ],
    [
      'whose end was moved',
      (token) => {
        const { header, signature } = partsOf(token);
        return `${header}.${encoded({ ...claimsOf(token), exp: 9_999_999_999 })}.${signature}`;
      },
    ],
  ];

  test.each(forgeries)('%s', (_, forge) => {
    expect(tokens.verify(forge(tokens.issue(wish)))).toBeUndefined();
  });

  test.each(['', '.', '..', 'a.b.c', 'not a token'])('that is none: %j', (text) => {
    expect(tokens.verify(text)).toBeUndefined();
  });

  test('after its end, and not before', () => {
    const token = tokens.issue(wish);
    const isTaken = (at: number) => {
      now = at;
      return tokens.verify(token) !== undefined;
    };
    expect([START + 599_999, START + 600_000, START + 600_001].map(isTaken)).toEqual([true, true, false]);
  });

  test('of an account that is gone, and of the one made again under its name', () => {
    const token = tokens.issue(wish);
    store.remove(account);
    expect(tokens.verify(token)).toBeUndefined();
    makeAccount('u2');
    expect(tokens.verify(token)).toBeUndefined();
    expect(tokens.verify(tokens.issue({ ...wish, uid: 'u2' }))?.user.uid).toBe('u2');
    makeAccount('u1');
    expect(tokens.verify(token)?.user.uid).toBe('u1');
  });

  test('of an account of that name in another namespace', () => {
    const other = { ...account, namespace: 'other' };
    store.put(other, { metadata: { name: 'robot', namespace: 'other', uid: 'u1' } });
    store.remove(account);
    expect(tokens.verify(tokens.issue(wish))).toBeUndefined();
    expect(tokens.verify(tokens.issue({ ...wish, namespace: 'other' }))?.user.name).toBe(
      'system:serviceaccount:other:robot',
    );
  });
});

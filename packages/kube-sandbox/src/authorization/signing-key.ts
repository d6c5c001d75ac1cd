import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { type JsonObject, objectAt } from '@archipelago/apimachinery';

const curve = 'prime256v1';
const bytes = 32;
/** As JSON web signatures have them. */
const dsaEncoding = 'ieee-p1363';

/** An ECDSA key of a cluster: the same text makes the same key, so that a kept cluster goes on with it. */
export class SigningKey {
  readonly #private: KeyObject;
  readonly #public: KeyObject;
  /** Names it in the header of what it signs. */
  readonly id: string;

  constructor(text: string) {
    this.#private = derive(text);
    this.#public = createPublicKey(this.#private);
    const encoded = this.#public.export({ type: 'spki', format: 'der' });
    this.id = createHash('sha256').update(encoded).digest('base64url');
  }

  sign(text: string): string {
    return sign('sha256', Buffer.from(text), { key: this.#private, dsaEncoding }).toString('base64url');
  }

  hasSigned(text: string, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    // one signature has one spelling
    if (given.toString('base64url') !== signature) return false;
    return verify('sha256', Buffer.from(text), { key: this.#public, dsaEncoding }, given);
  }

  /** For those who verify: a JSON web key. */
  published(): JsonObject {
    const { kty, crv, x, y } = objectAt(this.#public.export({ format: 'jwk' }));
    return { use: 'sig', kty, kid: this.id, crv, alg: 'ES256', x, y };
  }
}

/** Nearly every number of that length is a private key; the next one is taken where one is none. */
function derive(text: string, attempt = 0): KeyObject {
  const derived = hkdfSync('sha256', text, '', `service account tokens ${attempt}`, bytes);
  const number = Buffer.from(derived);
  const pair = createECDH(curve);
  try {
    pair.setPrivateKey(number);
  } catch {
    return derive(text, attempt + 1);
  }
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 1 + bytes), point.subarray(1 + bytes)];
  const key = {
    kty: 'EC',
    crv: 'P-256',
    d: number.toString('base64url'),
    x: x.toString('base64url'),
    y: y.toString('base64url'),
  };
  return createPrivateKey({ key, format: 'jwk' });
}

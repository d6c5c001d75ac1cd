import { isJsonObject, type JsonObject, objectAt, textAt, textsAt, valueAt } from '@archipelago/apimachinery';
import { metadataOf } from '../json/json-access.ts';
import type { User } from '../requests/api-request.ts';
import type { Environment } from '../resources/environment.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { SigningKey } from './signing-key.ts';

/** The audience and issuer of tokens nobody asked otherwise for. */
export const API_AUDIENCE = 'https://kubernetes.default.svc';

export interface TokenWish {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly audiences: readonly string[];
  readonly seconds: number;
}

export interface VerifiedToken {
  readonly user: User;
  readonly audiences: readonly string[];
}

function encode(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** How many tokens are known to be signed without looking at their signature again. */
const mostKnown = 1_000;

/** Makes and checks tokens of service accounts: JSON web tokens under a key only this server has. */
export class ServiceAccountTokens {
  readonly #text: string;
  readonly #store: ObjectStore;
  readonly #environment: Environment;
  /** Made when somebody asks for it first. */
  #key: SigningKey | undefined;
  /** Claims of tokens whose signature is ours. */
  readonly #known = new Map<string, JsonObject>();

  /** `key`: one that outlives this process; a new one when absent. */
  constructor(store: ObjectStore, environment: Environment, key = environment.uuid() + environment.uuid()) {
    this.#store = store;
    this.#environment = environment;
    this.#text = key;
  }

  /** With it others verify the tokens: a set of JSON web keys. */
  publishedKeys(): JsonObject {
    return { keys: [this.#signingKey().published()] };
  }

  #signingKey(): SigningKey {
    this.#key ??= new SigningKey(this.#text);
    return this.#key;
  }

  issue(wish: TokenWish): string {
    const key = this.#signingKey();
    const issued = Math.floor(this.#environment.now() / 1000);
    const header = encode({ alg: 'ES256', kid: key.id });
    const claims = encode({
      aud: wish.audiences,
      exp: issued + wish.seconds,
      iat: issued,
      iss: API_AUDIENCE,
      jti: this.#environment.uuid(),
      'kubernetes.io': { namespace: wish.namespace, serviceaccount: { name: wish.name, uid: wish.uid } },
      nbf: issued,
      sub: `system:serviceaccount:${wish.namespace}:${wish.name}`,
    });
    return `${header}.${claims}.${key.sign(`${header}.${claims}`)}`;
  }

  #claims(token: string): JsonObject | undefined {
    const known = this.#known.get(token);
    if (known !== undefined) return known;
    const claims = this.#verified(token);
    if (claims === undefined) return undefined;
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.set(token, claims);
    return claims;
  }

  /** The algorithm is ours, whatever the header says. */
  #verified(token: string): JsonObject | undefined {
    const [header, claims, signature, ...rest] = token.split('.');
    if (header === undefined || claims === undefined || signature === undefined) return undefined;
    if (rest.length > 0) return undefined;
    if (!this.#signingKey().hasSigned(`${header}.${claims}`, signature)) return undefined;
    const value: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString());
    return isJsonObject(value) ? value : undefined;
  }

  /** The user of a token that is signed, in time, and whose account still exists. */
  verify(token: string): VerifiedToken | undefined {
    const claims = this.#claims(token);
    if (claims === undefined || Number(claims.exp) * 1000 < this.#environment.now()) return undefined;
    const own = objectAt(claims, 'kubernetes.io');
    const account = objectAt(own, 'serviceaccount');
    const namespace = textAt(own, 'namespace');
    const name = textAt(account, 'name');
    const stored = this.#store.get({ resource: '/serviceaccounts', namespace, name });
    const uid = textAt(account, 'uid');
    if (stored === undefined || valueAt(metadataOf(stored.object), 'uid') !== uid) return undefined;
    const user = {
      name: `system:serviceaccount:${namespace}:${name}`,
      uid,
      groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
      extra: { 'authentication.kubernetes.io/credential-id': [`JTI=${textAt(claims, 'jti')}`] },
    };
    return { user, audiences: textsAt(claims, 'aud') };
  }
}

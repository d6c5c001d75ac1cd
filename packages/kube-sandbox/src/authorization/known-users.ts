import { createHmac } from 'node:crypto';
import type { User } from '../requests/api-request.ts';
import type { Environment } from '../resources/environment.ts';

/** Users by their bearer tokens. */
export class KnownUsers {
  readonly #users = new Map<string, User>();
  readonly #environment: Environment;
  readonly #key: string | undefined;

  /** `key`: one that outlives this process, so that tokens do. */
  constructor(environment: Environment, key: string | undefined) {
    this.#environment = environment;
    this.#key = key;
  }

  /** A new token; where there is a key, the same for the same user. */
  add(user: User): string {
    const token =
      this.#key === undefined
        ? `${this.#environment.uuid()}${this.#environment.uuid()}`.replaceAll('-', '')
        : createHmac('sha256', this.#key)
            .update(`user ${JSON.stringify(user)}`)
            .digest('hex');
    this.admit(user, token);
    return token;
  }

  /** From now on a token is this user's. */
  admit(user: User, token: string): void {
    this.#users.set(token, user);
  }

  find(token: string): User | undefined {
    return this.#users.get(token);
  }
}

import type { Environment } from '@archipelago/kube-sandbox';
import { type AccessScope, parseScopes } from './access-scope.ts';
import { errorAnswer, jsonAnswer, type RegistryAnswer, type RegistryCall } from './registry-answer.ts';
import type { RegistryUsers } from './registry-users.ts';

/** How long a token is good for. */
export const TOKEN_SECONDS = 300;

/** Tokens remembered; older ones are forgotten, as if they had expired. */
const MOST_TOKENS = 1000;

interface GrantedToken {
  readonly scopes: readonly AccessScope[];
  readonly expiresMs: number;
}

/** What a token request says. */
interface TokenRequest {
  readonly scopes: readonly AccessScope[];
  /** Undefined: nobody, or not who they say they are. */
  readonly user: string | undefined;
  readonly wantsRefreshToken: boolean;
}

/** Forgets the oldest entry of a map that has grown too large. */
function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > MOST_TOKENS && oldest !== undefined) map.delete(oldest);
}

/** Hands out tokens and knows them again. */
export class TokenService {
  readonly #users: RegistryUsers | undefined;
  readonly #environment: Environment;
  readonly #tokens = new Map<string, GrantedToken>();
  /** Whose they are. */
  readonly #refreshTokens = new Map<string, string>();

  /** Without users everyone gets tokens, to pull. */
  constructor(users: RegistryUsers | undefined, environment: Environment) {
    this.#users = users;
    this.#environment = environment;
  }

  /** What a token allows; undefined: it is unknown or has expired. */
  scopesOf(token: string): readonly AccessScope[] | undefined {
    const granted = this.#tokens.get(token);
    return granted !== undefined && granted.expiresMs > this.#environment.now() ? granted.scopes : undefined;
  }

  /** GET, with a password in the header: distribution's token specification. */
  answerGet({ query, headers }: RegistryCall): RegistryAnswer {
    return this.#answer({
      scopes: parseScopes(query.getAll('scope')),
      user: this.#users?.verifyBasic(headers.authorization),
      wantsRefreshToken: query.get('offline_token') === 'true',
    });
  }

  /** POST of a form, with a password or a refresh token: OAuth2. */
  answerPost({ body }: RegistryCall): RegistryAnswer {
    const form = new URLSearchParams(new TextDecoder().decode(body));
    return this.#answer({
      scopes: parseScopes(form.getAll('scope')),
      user: this.#userOf(form),
      wantsRefreshToken: form.get('access_type') === 'offline',
    });
  }

  #userOf(form: URLSearchParams): string | undefined {
    if (form.get('grant_type') === 'refresh_token')
      return this.#refreshTokens.get(form.get('refresh_token') ?? '');
    return this.#users?.verify(form.get('username') ?? '', form.get('password') ?? '');
  }

  #answer({ scopes, user, wantsRefreshToken }: TokenRequest): RegistryAnswer {
    if (this.#users !== undefined && user === undefined) return errorAnswer('UNAUTHORIZED');
    const pulling = scopes.map(({ name, actions }) => ({
      name,
      actions: actions.filter((action) => action === 'pull'),
    }));
    const token = this.#grant(user === undefined ? pulling : scopes);
    const refresh =
      wantsRefreshToken && user !== undefined ? { refresh_token: this.#grantRefresh(user) } : {};
    const issued = new Date(this.#environment.now()).toISOString();
    return jsonAnswer({
      token,
      access_token: token,
      expires_in: TOKEN_SECONDS,
      issued_at: issued,
      ...refresh,
    });
  }

  #grant(scopes: readonly AccessScope[]): string {
    const token = `${this.#environment.uuid()}${this.#environment.uuid()}`;
    this.#tokens.set(token, { scopes, expiresMs: this.#environment.now() + TOKEN_SECONDS * 1000 });
    forgetOldest(this.#tokens);
    return token;
  }

  #grantRefresh(user: string): string {
    const token = this.#environment.uuid();
    this.#refreshTokens.set(token, user);
    forgetOldest(this.#refreshTokens);
    return token;
  }
}

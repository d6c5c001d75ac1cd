import { parseChallenges } from '../credentials/challenge.ts';
import { type Credential, findCredential } from '../credentials/credential.ts';
import { type Outcome, type RegistryFailure, succeeded } from '../outcomes/outcome.ts';
import { abandonedCall } from './connection-failure.ts';
import { identityOf, type RegistryCall, scopesOf } from './registry-call.ts';
import type { KnownScheme, RegistrySession, Token } from './registry-session.ts';
import { basicAuthorization, requestToken } from './request-token.ts';

/** The Authorization header for a call, as far as its registry is known; undefined before it has asked for any. */
export async function preparedAuthorization(
  session: RegistrySession,
  call: RegistryCall,
): Promise<Outcome<string | undefined>> {
  const scheme = session.schemes.get(hostKey(call));
  return scheme === undefined ? succeeded(undefined) : authorizationFor(session, call, scheme);
}

/** The header that answers a 401; its failure says what is missing. A token that was just refused is not used again. */
export async function answerChallenge(
  session: RegistrySession,
  call: RegistryCall,
  header: string | undefined,
): Promise<Outcome<string | undefined>> {
  const scheme = schemeOf(header);
  if (scheme === undefined)
    return unauthorized(call, 'the registry asks for no kind of login that is known here (Basic, Bearer)');
  session.schemes.set(hostKey(call), scheme);
  session.tokens.delete(tokenKey(call));
  return authorizationFor(session, call, scheme);
}

function schemeOf(header: string | undefined): KnownScheme | undefined {
  const challenges = parseChallenges(header);
  const bearer = challenges.find(({ scheme }) => scheme === 'bearer')?.parameters;
  const realm = bearer?.get('realm');
  if (realm !== undefined) return { kind: 'bearer', realm, service: bearer?.get('service') };
  return challenges.some(({ scheme }) => scheme === 'basic') ? { kind: 'basic' } : undefined;
}

async function authorizationFor(
  session: RegistrySession,
  call: RegistryCall,
  scheme: KnownScheme,
): Promise<Outcome<string | undefined>> {
  const credential = findCredential(call.access.credentials, call.repository);
  if (credential?.kind === 'registryToken') return succeeded(`Bearer ${credential.token}`);
  if (scheme.kind === 'basic') return basic(call, credential);
  const known = session.tokens.get(tokenKey(call));
  if (known !== undefined && known.expiresMs > session.clock.monotonic())
    return succeeded(known.authorization);
  const token = await sharedToken(session, call, { scheme, credential });
  return token.kind === 'ok' ? succeeded(token.value.authorization) : token;
}

/** Callers who need the same rights at the same time get one token. */
function sharedToken(
  session: RegistrySession,
  call: RegistryCall,
  how: { scheme: Extract<KnownScheme, { kind: 'bearer' }>; credential: Credential | undefined },
): Promise<Outcome<Token>> {
  const key = tokenKey(call);
  return session.tokenCalls.run(key, call.signal, {
    async start(signal) {
      const token = await requestToken(session, call, { ...how, signal });
      if (token.kind === 'ok') session.tokens.set(key, token.value);
      return token;
    },
    abandoned: () => abandonedCall({ host: call.repository.registry, asked: call.asked }),
  });
}

function basic(call: RegistryCall, credential: Credential | undefined): Outcome<string | undefined> {
  if (credential?.kind === 'password') return succeeded(basicAuthorization(credential));
  return unauthorized(
    call,
    credential === undefined
      ? 'the registry wants user and password, and none are given for it'
      : 'the registry wants user and password, and a token is given',
  );
}

function unauthorized({ repository, asked }: RegistryCall, reason: string): RegistryFailure {
  const fix = `give credentials for ${repository.registry}/${repository.repository}`;
  return { kind: 'unauthorized', host: repository.registry, asked, reason, fix, status: 401 };
}

/** What was learnt where no certificate is checked counts only there: its token service may be anybody's. */
function hostKey({ access, insecure, repository }: RegistryCall): string {
  return `${identityOf(access)} ${repository.registry} ${insecure ? 'insecure' : 'secure'}`;
}

/** The path stands apart from the scopes: entries for parts of a registry may give its repositories different users. */
function tokenKey(call: RegistryCall): string {
  return `${hostKey(call)} ${scopesOf(call).join(' ')}`;
}

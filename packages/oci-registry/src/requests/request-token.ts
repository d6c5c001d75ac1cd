import { objectAt } from '@archipelago/apimachinery';
import type { Credential } from '../credentials/credential.ts';
import { parseJson } from '../manifests/parse-manifest.ts';
import { type Outcome, succeeded } from '../outcomes/outcome.ts';
import { apiHost } from '../references/registry-host.ts';
import { answerFailure } from './answer-failure.ts';
import { isOwnSite } from './is-own-site.ts';
import { readBody } from './read-body.ts';
import { type RegistryCall, scopesOf } from './registry-call.ts';
import type { KnownScheme, RegistrySession, Token } from './registry-session.ts';
import { type NamedRequest, sendOnce } from './send-once.ts';

/** What a token service's answer may hold. */
const longestAnswer = 256 * 1024;
/** Of a token that does not say it (distribution's token specification). */
const usualLifeSeconds = 60;
/** A token is not used so close to its end. */
const marginMs = 5000;

type Bearer = Extract<KnownScheme, { kind: 'bearer' }>;

/** Asks a token service for the rights of a call. */
export async function requestToken(
  session: RegistrySession,
  call: RegistryCall,
  { scheme, credential, signal }: { scheme: Bearer; credential: Credential | undefined; signal: AbortSignal },
): Promise<Outcome<Token>> {
  const request = tokenRequest(call, scheme, credential);
  if (request === undefined)
    return {
      kind: 'refused',
      host: call.repository.registry,
      asked: call.asked,
      reason: `the registry names a token service that must not be trusted: ${scheme.realm.slice(0, 120)}`,
      fix: call.insecure
        ? 'let the insecure registry name a token service at its own host, or give its certificate and call it insecure no more'
        : 'let the registry name an https address',
    };
  return sendOnce(session, { ...request, signal }, async ({ status, headers, body }) => {
    const bytes = await readBody(body, longestAnswer);
    const now = session.clock.now();
    if (status < 200 || status > 299) return answerFailure({ ...request, status, headers, body: bytes, now });
    return readToken(bytes, request, session.clock.monotonic());
  });
}

/** Undefined when the address must not be trusted with a login. */
function tokenRequest(
  call: RegistryCall,
  { realm, service }: Bearer,
  credential: Credential | undefined,
): Omit<NamedRequest, 'signal'> | undefined {
  const url = tokenAddress(realm, call);
  if (url === undefined) return undefined;
  const named = {
    host: url.host,
    registry: apiHost(call.repository.registry),
    asked: `token for ${call.asked}`,
    trust: { ca: call.access.ca, insecure: call.insecure },
  };
  if (credential?.kind === 'identityToken')
    return { ...named, ...refreshed(url, credential, { call, service }) };
  for (const scope of scopesOf(call)) url.searchParams.append('scope', scope);
  if (service !== undefined) url.searchParams.set('service', service);
  const headers: Record<string, string> =
    credential?.kind === 'password' ? { Authorization: basicAuthorization(credential) } : {};
  return { ...named, method: 'GET', url, headers, body: undefined };
}

/**
 * Over HTTPS anywhere: a registry whose certificate is right may say who knows its users. An insecure one may not, because anybody on
 * the way to it could: its token service is at its own host.
 */
function tokenAddress(realm: string, { insecure, repository }: RegistryCall): URL | undefined {
  if (!URL.canParse(realm)) return undefined;
  const url = new URL(realm);
  if (!insecure) return url.protocol === 'https:' ? url : undefined;
  return ['https:', 'http:'].includes(url.protocol) && isOwnSite(url, repository.registry) ? url : undefined;
}

/** OAuth's form, which only identity tokens need. */
function refreshed(
  url: URL,
  { token }: Extract<Credential, { kind: 'identityToken' }>,
  { call, service }: { call: RegistryCall; service: string | undefined },
): Pick<NamedRequest, 'method' | 'url' | 'headers' | 'body'> {
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: 'archipelago',
    service: service ?? '',
    scope: scopesOf(call).join(' '),
  });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', url, headers, body: Buffer.from(form.toString()) };
}

export function basicAuthorization({
  username,
  password,
}: Extract<Credential, { kind: 'password' }>): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function readToken(
  bytes: Uint8Array | undefined,
  { host, asked }: Pick<NamedRequest, 'host' | 'asked'>,
  nowMs: number,
): Outcome<Token> {
  const answer = bytes === undefined ? undefined : parseJson(bytes);
  const fields = objectAt(answer);
  const token = [fields.token, fields.access_token].find(
    (value) => typeof value === 'string' && value !== '',
  );
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
    const reason = 'the token service answered without a token';
    return { kind: 'malformed', host, asked, reason, fix: 'look at the token service' };
  }
  const seconds = typeof fields.expires_in === 'number' ? fields.expires_in : usualLifeSeconds;
  return succeeded({ authorization: `Bearer ${token}`, expiresMs: nowMs + seconds * 1000 - marginMs });
}

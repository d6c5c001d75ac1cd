import { type Outcome, type RegistryFailure, succeeded } from '../outcomes/outcome.ts';
import { apiHost } from '../references/registry-host.ts';
import { answerFailure } from './answer-failure.ts';
import { answerChallenge, preparedAuthorization } from './authorize.ts';
import type { HttpResponse } from './http-exchange.ts';
import { isOwnSite } from './is-own-site.ts';
import { readBody } from './read-body.ts';
import type { RegistryCall } from './registry-call.ts';
import type { RegistrySession } from './registry-session.ts';
import { sendOnce } from './send-once.ts';

/** A successful answer and where it came from. */
export interface Answer extends HttpResponse {
  readonly url: URL;
}

type Use<T> = (answer: Answer) => Promise<Outcome<T>>;

/** What one request of a call came to. */
type Reply<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'challenged'; readonly header: string | undefined; readonly failure: RegistryFailure }
  | { readonly kind: 'moved'; readonly to: string };

const mostRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const longestErrorBody = 64 * 1024;

/**
 * One attempt of a call: authorizes it, answers a challenge once, follows redirects of reads. Credentials go to the registry's own
 * host and its token service, never to where a redirect or an upload address leads, nor on a way that has led elsewhere before.
 */
export async function sendCall<T>(
  session: RegistrySession,
  call: RegistryCall,
  use: Use<T>,
): Promise<Outcome<T>> {
  const prepared = await preparedAuthorization(session, call);
  if (prepared.kind !== 'ok') return prepared;
  const first = await follow(session, call, prepared.value, use);
  if (first.kind !== 'ok') return first;
  if (first.value.kind === 'done') return succeeded(first.value.value);
  const answered = await answerChallenge(session, call, first.value.header);
  if (answered.kind !== 'ok') return answered;
  const second = await follow(session, call, answered.value, use);
  if (second.kind !== 'ok') return second;
  return second.value.kind === 'done' ? succeeded(second.value.value) : second.value.failure;
}

type Final<T> = Exclude<Reply<T>, { kind: 'moved' }>;

async function follow<T>(
  session: RegistrySession,
  call: RegistryCall,
  authorization: string | undefined,
  use: Use<T>,
): Promise<Outcome<Final<T>>> {
  const base = new URL(`https://${apiHost(call.repository.registry)}/v2/`);
  let url = typeof call.target === 'string' ? new URL(call.target, base) : sameProtocol(call.target, base);
  let own = true;
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    own &&= url.host === base.host;
    const reply = await request(session, call, { url, authorization: own ? authorization : undefined, use });
    if (reply.kind !== 'ok') return reply;
    if (reply.value.kind === 'challenged' && !own) return reply.value.failure;
    if (reply.value.kind !== 'moved') return succeeded(reply.value);
    const next = nextAddress(reply.value.to, url, call);
    if (next === undefined) return strayed(call, reply.value.to);
    url = sameProtocol(next, base);
  }
  return strayed(call, url.href);
}

function nextAddress(to: string, from: URL, call: RegistryCall): URL | undefined {
  const next = URL.canParse(to, from.href) ? new URL(to, from) : undefined;
  return next !== undefined && mayGoTo(next, call) ? next : undefined;
}

/** Registries behind a proxy that ends TLS name themselves with http. */
function sameProtocol(url: URL, base: URL): URL {
  if (url.hostname !== base.hostname || url.protocol !== 'http:') return url;
  const secured = new URL(url);
  secured.protocol = base.protocol;
  if (url.port === '') secured.port = base.port;
  return secured;
}

function mayGoTo(url: URL, { repository }: RegistryCall): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isOwnSite(url, repository.registry));
}

function strayed({ repository, asked }: RegistryCall, to: string): RegistryFailure {
  // a query may hold a signature, which is as good as a login
  const shown = to.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//');
  const reason = `the registry leads to where it must not be followed: ${shown.slice(0, 120)}`;
  const fix = 'let the registry lead to an https address';
  return { kind: 'refused', host: repository.registry, asked, reason, fix };
}

interface Hop<T> {
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly use: Use<T>;
}

function request<T>(
  session: RegistrySession,
  call: RegistryCall,
  { url, authorization, use }: Hop<T>,
): Promise<Outcome<Reply<T>>> {
  const { method, access, asked, signal, insecure, body, isAllowed } = call;
  const host = call.repository.registry;
  const headers = {
    'User-Agent': 'archipelago',
    'Accept-Encoding': 'identity',
    ...call.headers,
    ...(authorization === undefined ? {} : { Authorization: authorization }),
  };
  const trust = { ca: access.ca, insecure: insecure && isOwnSite(url, host) };
  const named = { host, registry: apiHost(host), asked };
  return sendOnce(session, { ...named, method, url, headers, body, trust, signal, isAllowed }, (response) =>
    replyOf(session, call, { ...response, url }, use),
  );
}

async function replyOf<T>(
  session: RegistrySession,
  call: RegistryCall,
  answer: Answer,
  use: Use<T>,
): Promise<Outcome<Reply<T>>> {
  const { status, headers } = answer;
  if (status >= 200 && status <= 299) {
    const used = await use(answer);
    return used.kind === 'ok' ? succeeded({ kind: 'done', value: used.value }) : used;
  }
  const body = await readBody(answer.body, longestErrorBody);
  if (isRead(call) && redirects.has(status) && headers.location !== undefined)
    return succeeded({ kind: 'moved', to: headers.location });
  const { method, asked, repository } = call;
  const now = session.clock.now();
  const failure = answerFailure({ host: repository.registry, asked, method, status, headers, body, now });
  if (failure.kind === 'rateLimited' && failure.retryAfterMs !== undefined)
    session.gates.pause(answer.url.host, failure.retryAfterMs);
  return status === 401
    ? succeeded({ kind: 'challenged', header: headers['www-authenticate'], failure })
    : failure;
}

function isRead({ method }: RegistryCall): boolean {
  return method === 'GET' || method === 'HEAD';
}

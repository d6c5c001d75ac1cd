import type { Outcome, RegistryFailure } from '../outcomes/outcome.ts';
import { abandonedCall, connectionFailure, mayBePlainHttp, silence } from './connection-failure.ts';
import type { HttpRequest, HttpResponse } from './http-exchange.ts';
import { type Patience, startPatience } from './patience.ts';
import { RefusedAddress } from './refused-address.ts';
import type { RegistrySession } from './registry-session.ts';

/** A request and what to call it in messages. */
export interface NamedRequest extends HttpRequest {
  readonly host: string;
  readonly asked: string;
}

/**
 * Sends one request when its host may be asked, and lets `use` read the answer; a connection that breaks, also under `use`, is a
 * failure. `use` must read the body to its end, or leave it while reading.
 */
export async function sendOnce<T>(
  session: RegistrySession,
  request: NamedRequest,
  use: (response: HttpResponse) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const leave = await session.gates.enter(request.url.host, request.signal);
  if (leave === undefined) return abandonedCall(request);
  const pausedMs = session.gates.pausedMs(request.url.host);
  if (pausedMs > 0) {
    leave();
    return stillPaused(request, pausedMs);
  }
  const patience = startPatience(session.clock, session.limits.silenceMs, request.signal);
  try {
    const response = await sendEitherWay(session, { ...request, signal: patience.signal });
    patience.touch();
    return await use({ ...response, body: watched(response.body, patience) });
  } catch (error) {
    return failureOf(error, { session, request, patience });
  } finally {
    patience.end();
    leave();
  }
}

function failureOf(
  error: unknown,
  { session, request, patience }: { session: RegistrySession; request: NamedRequest; patience: Patience },
): RegistryFailure {
  if (patience.ranOut()) return silence(request, session.limits.silenceMs);
  if (request.signal.aborted || error instanceof NotAllowed) return abandonedCall(request);
  // A mistake of ours has no code; it must not look like one of the network.
  if (error instanceof TypeError && !('code' in error)) throw error;
  if (error instanceof RefusedAddress) return refusedAddress(request, error);
  session.protocols.delete(request.url.host);
  return connectionFailure(request, error);
}

function refusedAddress(
  { host, asked, url }: NamedRequest,
  { address, range }: RefusedAddress,
): RegistryFailure {
  const where = url.host === host ? 'it' : url.host;
  const reason = `${where} is at ${address}, and nobody is asked in ${range}`;
  const fix = `allow ${url.host} by name if it is meant (operator --registry-allow-host ${url.host})`;
  return { kind: 'refused', host, asked, reason, fix };
}

function stillPaused({ host, asked }: NamedRequest, retryAfterMs: number): RegistryFailure {
  const reason = 'the registry asked to be left alone for a while';
  return { kind: 'rateLimited', host, asked, reason, fix: 'wait, or log in', retryAfterMs };
}

/** An insecure host is tried with TLS, then without; what it speaks is remembered. */
async function sendEitherWay(session: RegistrySession, request: HttpRequest): Promise<HttpResponse> {
  const { protocols } = session;
  const { url, trust } = request;
  if (!trust.insecure || url.protocol !== 'https:') return sendIfAllowed(session, request);
  const known = protocols.get(url.host);
  if (known === undefined) {
    try {
      const response = await sendIfAllowed(session, request);
      protocols.set(url.host, 'https:');
      return response;
    } catch (error) {
      if (!mayBePlainHttp(error) || request.signal.aborted) throw error;
    }
  }
  if (known === 'https:') return sendIfAllowed(session, request);
  const plain = new URL(url);
  plain.protocol = 'http:';
  const response = await sendIfAllowed(session, { ...request, url: plain });
  protocols.set(url.host, 'http:');
  return response;
}

/** The caller may not act any more. */
class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
}

async function sendIfAllowed({ transport }: RegistrySession, request: HttpRequest): Promise<HttpResponse> {
  if (request.isAllowed?.() === false) throw new NotAllowed();
  return await transport.send(request);
}

async function* watched(body: AsyncIterable<Uint8Array>, patience: Patience): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    patience.touch();
    yield piece;
  }
}

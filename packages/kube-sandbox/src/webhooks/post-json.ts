import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { isIP } from 'node:net';
import { explainFailure } from './explain-failure.ts';
import type { Outgoing, OutgoingCall, OutgoingResult } from './outgoing-call.ts';

/** An answer to a review is a few kilobytes; a conversion is as large as the objects it is about. */
const RESPONSE_LIMIT = 16 * 1024 * 1024;

const HTTPS_PORT = 443;

function failed(problem: string): OutgoingResult {
  return { kind: 'failed', problem };
}

function optionsOf({ url, endpoint, authorities, body }: OutgoingCall, signal: AbortSignal): RequestOptions {
  const { hostname, host, port, pathname, search } = new URL(url);
  const name = hostname.replace(/^\[|\]$/g, '');
  return {
    method: 'POST',
    host: endpoint?.host ?? name,
    port: endpoint?.port ?? (port === '' ? HTTPS_PORT : Number(port)),
    path: `${pathname}${search}`,
    headers: {
      host,
      accept: 'application/json, */*',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
    // an address is checked against the addresses of the certificate, and not sent as a name
    servername: isIP(name) === 0 ? name : '',
    ...(authorities === undefined ? {} : { ca: authorities }),
    rejectUnauthorized: true,
    // each call has a connection of its own: nothing is left when the server stops
    agent: false,
    signal,
  };
}

async function readAll(response: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Buffer)) continue;
    size += chunk.length;
    if (size > RESPONSE_LIMIT) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function respond(call: OutgoingCall, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sending = request(optionsOf(call, signal), resolve);
    sending.on('error', reject);
    sending.end(call.body);
  });
}

async function exchange(call: OutgoingCall, signal: AbortSignal): Promise<OutgoingResult> {
  const response = await respond(call, signal);
  const body = await readAll(response);
  if (body === undefined) {
    response.destroy();
    return failed(`the answer is larger than ${RESPONSE_LIMIT} bytes`);
  }
  const contentType = response.headers['content-type'] ?? '';
  return { kind: 'answer', status: response.statusCode ?? 0, contentType, body };
}

/**
 * Posts over HTTPS, within the call's time. The certificate is always verified; a redirect is an answer like any other and not
 * followed; a large answer is refused.
 */
export const postJson: Outgoing = async (call, signal) => {
  const deadline = AbortSignal.timeout(call.timeoutMs);
  const { hostname, port } = new URL(call.url);
  try {
    return await exchange(call, AbortSignal.any([deadline, signal]));
  } catch (error) {
    const address = `${call.endpoint?.host ?? hostname}:${call.endpoint?.port ?? (port || HTTPS_PORT)}`;
    const problem = deadline.aborted
      ? 'context deadline exceeded'
      : signal.aborted
        ? 'context canceled'
        : explainFailure(error, { address, host: hostname });
    return failed(`Post ${JSON.stringify(call.url)}: ${problem}`);
  }
};

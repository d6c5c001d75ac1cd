import type { IncomingMessage } from 'node:http';
import { type JsonValue, parseJson } from '@archipelago/apimachinery';
import type { Refusal } from './judge-request.ts';

type Body = { readonly ok: true; readonly value: JsonValue } | ({ readonly ok: false } & Refusal);

/** The JSON that a request brings, of at most so many bytes; its slowness is bounded by the server. */
export async function readJsonBody(request: IncomingMessage, mostBytes: number): Promise<Body> {
  // a form of another site cannot say this without asking first
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    return refused(415, 'NotJson', 'the content type must be application/json');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a request without an encoding brings bytes');
    size += chunk.length;
    if (size > mostBytes) return refused(413, 'TooLong', `a request may bring ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  try {
    return { ok: true, value: parseJson(Buffer.concat(chunks).toString()) };
  } catch {
    return refused(400, 'NotJson', 'the body is no JSON');
  }
}

function refused(status: number, reason: string, message: string): Body {
  return { ok: false, status, reason, message };
}

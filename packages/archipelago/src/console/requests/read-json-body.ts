import type { IncomingMessage } from 'node:http';
import { type JsonValue, parseJson } from '@archipelago/apimachinery';
import type { Refusal } from './judge-request.ts';

type Body = { readonly ok: true; readonly value: JsonValue } | ({ readonly ok: false } & Refusal);

/** The JSON that a request brings, of at most so many bytes; its slowness is bounded by the server. */
export async function readJsonBody(request: IncomingMessage, mostBytes: number): Promise<Body> {
  // a form of another site cannot say this without asking first
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    return refused(415, 'NotJson', 'the content type must be application/json');
  const bytes = await bytesOf(request, mostBytes);
  if (bytes === 'too long') return refused(413, 'TooLong', `a request may bring ${mostBytes} bytes`);
  if (bytes === 'cut off') return refused(400, 'CutOff', 'the body has ended too early');
  try {
    return { ok: true, value: parseJson(bytes.toString()) };
  } catch {
    return refused(400, 'NotJson', 'the body is no JSON');
  }
}

async function bytesOf(
  request: IncomingMessage,
  mostBytes: number,
): Promise<Buffer | 'too long' | 'cut off'> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a request without an encoding brings bytes');
      size += chunk.length;
      if (size > mostBytes) return 'too long';
      chunks.push(chunk);
    }
  } catch (error) {
    // who hangs up, or is too slow, is no mistake of ours
    if (request.errored === null) throw error;
    return 'cut off';
  }
  return Buffer.concat(chunks);
}

function refused(status: number, reason: string, message: string): Body {
  return { ok: false, status, reason, message };
}

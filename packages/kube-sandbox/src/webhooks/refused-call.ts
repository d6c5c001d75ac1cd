import { isJsonObject, textAt } from '@archipelago/apimachinery';
import { readJson } from '../requests/read-body.ts';
import type { OutgoingResult } from './outgoing-call.ts';

type Answer = Extract<OutgoingResult, { kind: 'answer' }>;

/** What the API server's client makes of a status without a Status. */
const MEANINGS: ReadonlyMap<number, string> = new Map([
  [400, 'the server rejected our request for an unknown reason'],
  [401, 'the server has asked for the client to provide credentials'],
  [404, 'the server could not find the requested resource'],
  [405, 'the server does not allow this method on the requested resource'],
  [409, 'the server reported a conflict'],
  [422, 'the server rejected our request due to an error in our request'],
  [429, 'the server has received too many requests and has asked us to try again later'],
  [503, 'the server is currently unable to handle the request'],
  [
    504,
    'the server was unable to return a response in the time allotted, but may still be processing the request',
  ],
]);
const OWN_WORDS: ReadonlySet<number> = new Set([403, 406, 415]);
const SHOWN = 2048;

function statusMessage(body: string): string | undefined {
  const read = readJson(Buffer.from(body));
  if (!('value' in read) || !isJsonObject(read.value)) return undefined;
  const { value } = read;
  return value.kind === 'Status' && value.apiVersion === 'v1' && value.status !== 'Success'
    ? textAt(value, 'message')
    : undefined;
}

/** What an HTTP status that is no success says, in the words of the API server's client. */
export function refusedCall({ status, body, contentType }: Answer): string | undefined {
  if (status >= 200 && status <= 206) {
    const type = contentType || 'application/json';
    return body === ''
      ? `0-length response with status code: ${status} and content type: ${type}`
      : undefined;
  }
  return statusMessage(body) ?? meaningOf({ status, body, contentType });
}

function meaningOf({ status, body, contentType }: Omit<Answer, 'kind'>): string {
  const isText = contentType === '' || contentType.startsWith('text/');
  const said = isText ? body.slice(0, SHOWN).trim() : 'unknown';
  if (OWN_WORDS.has(status)) return said;
  const meaning = MEANINGS.get(status);
  if (meaning !== undefined) return meaning;
  if (status >= 500)
    return `an error on the server (${JSON.stringify(said)}) has prevented the request from succeeding`;
  return `the server responded with the status code ${status} but did not return more information`;
}

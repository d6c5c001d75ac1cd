import type { IncomingMessage, ServerResponse } from 'node:http';
import { type JsonObject, printJson } from '@archipelago/apimachinery';
import type { Refusal } from './requests/judge-request.ts';

/** A request and where its answer goes. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Answers with JSON; to HEAD, Node sends the headers alone. */
export function sendJson({ response }: Exchange, status: number, body: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(printJson(body));
}

/** Says why a request is not answered; `methods`: those that would be. */
export function sendRefusal(
  exchange: Exchange,
  { status, reason, message }: Refusal,
  methods?: readonly string[],
): void {
  if (methods !== undefined) exchange.response.setHeader('allow', methods.join(', '));
  // what is still coming of a body is not waited for
  if (!exchange.request.complete) exchange.response.setHeader('connection', 'close');
  sendJson(exchange, status, { error: { reason, message } });
}

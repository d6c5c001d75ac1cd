import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { isJsonObject, type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import { createCertificates } from '@archipelago/kube-sandbox';
import { converted } from './convert-objects.ts';
import type { Reply } from './webhook-case.ts';

/** A request that a hook got. */
export interface Heard {
  readonly hook: string;
  readonly target: string;
  readonly headers: JsonObject;
  readonly review: JsonObject;
}

/** An HTTPS server on loopback whose answers are given by path. */
export interface WebhookServer {
  /** `https://127.0.0.1:PORT` */
  readonly url: string;
  /** Base64 of the authority's PEM. */
  readonly caBundle: string;
  readonly replies: Map<string, Reply>;
  readonly heard: Heard[];
  stop(): Promise<void>;
}

function answered(review: JsonObject, response: JsonObject): string {
  const uid = textAt(objectAt(review, 'request'), 'uid');
  return JSON.stringify({
    apiVersion: review.apiVersion,
    kind: 'AdmissionReview',
    response: { uid, ...response },
  });
}

function send(response: ServerResponse, reply: Reply | undefined, review: JsonObject): void {
  const json = { 'content-type': 'application/json' };
  switch (reply?.kind) {
    case 'raw': {
      const uid = textAt(objectAt(review, 'request'), 'uid');
      response.writeHead(reply.status ?? 200, { ...json, ...reply.headers });
      response.end(reply.body.replaceAll('$UID', uid));
      return;
    }
    case 'response':
      setTimeout(() => {
        response.writeHead(200, json);
        response.end(answered(review, reply.response));
      }, reply.delayMs ?? 0);
      return;
    case 'convert':
      response.writeHead(200, json);
      response.end(JSON.stringify(converted(review, reply)));
      return;
    case 'hang':
    case undefined:
  }
}

async function readBody(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString() || '{}');
  return isJsonObject(parsed) ? parsed : {};
}

/** Starts one with a certificate for the host. */
export async function startWebhookServer(host = '127.0.0.1'): Promise<WebhookServer> {
  const certificates = await createCertificates(Date.now(), [host]);
  const replies = new Map<string, Reply>();
  const heard: Heard[] = [];
  const { certificate: cert, privateKey: key } = certificates;
  const server = createServer({ cert, key }, async (request, response) => {
    const { url: target = '', method = '', headers } = request;
    const { accept = '', 'content-type': type = '' } = headers;
    const review = await readBody(request);
    const [hook = ''] = target.split('?');
    const told = { method, accept, 'content-type': type };
    if (!hook.startsWith('/ready/')) heard.push({ hook, target, headers: told, review });
    send(response, replies.get(hook), review);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `https://127.0.0.1:${port}`,
    caBundle: Buffer.from(certificates.caCertificate).toString('base64'),
    replies,
    heard,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerApi } from './answer-api.ts';
import type { Api } from './api.ts';
import { answerFile } from './files/answer-file.ts';
import type { Site } from './files/load-site.ts';
import { judgeRequest } from './requests/judge-request.ts';
import { securityHeaders } from './requests/security-headers.ts';
import { sendRefusal } from './send-json.ts';

/** What requests are answered from. */
export interface Serving {
  /** What the console is called, with its port. */
  readonly hosts: readonly string[];
  /** How browsers come here, be it by a proxy. */
  readonly scheme: 'http' | 'https';
  readonly site: Site;
  readonly api: Api;
}

/** Answers one request, whoever sends it. */
export async function answerRequest(
  { hosts, scheme, site, api }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  const { method = '', url: target = '', headers } = request;
  const fetchSite = headers['sec-fetch-site'];
  const refusal = judgeRequest(
    { method, target, host: headers.host, origin: headers.origin, site: oneOf(fetchSite) },
    { hosts, scheme },
  );
  if (refusal !== undefined) return sendRefusal({ request, response }, refusal);
  // neither decoded nor made shorter: what was judged is what is looked up
  const [path = '', query = ''] = target.split('?', 2);
  if (path.startsWith('/api/'))
    return answerApi({ api, request, response, path, query: new URLSearchParams(query) });
  if (method !== 'GET' && method !== 'HEAD')
    return sendRefusal(
      { request, response },
      { status: 405, reason: 'OtherMethod', message: 'a page is read' },
      ['GET', 'HEAD'],
    );
  const answer = answerFile(site, {
    path,
    acceptEncoding: oneOf(headers['accept-encoding']),
    ifNoneMatch: headers['if-none-match'],
  });
  response.writeHead(answer.status, answer.headers);
  response.end(answer.bytes);
}

function oneOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

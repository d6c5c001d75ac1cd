import { type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { TLSSocket } from 'node:tls';

interface Asked {
  readonly port: number;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whom to trust, PEM; absent: anybody. */
  readonly ca?: string;
  /** Without TLS. */
  readonly plain?: boolean;
  readonly body?: string;
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** SHA-256 of the server's certificate; empty without TLS. */
  readonly fingerprint: string;
}

/** Asks a server on this machine, over a connection of its own. Rejects where there is no answer. */
export function scrape({
  port,
  path,
  method = 'GET',
  headers = {},
  ca,
  plain = false,
  body = '',
}: Asked): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const trust = ca === undefined ? { rejectUnauthorized: false } : { ca, servername: 'localhost' };
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method,
      headers,
      agent: false as const,
      timeout: 10_000,
    };
    const request = plain ? plainRequest(options) : secureRequest({ ...options, ...trust });
    request.once('error', reject);
    request.once('timeout', () => request.destroy(new Error('no answer')));
    request.once('response', (response) => {
      const { socket } = response;
      const fingerprint = socket instanceof TLSSocket ? socket.getPeerCertificate().fingerprint256 : '';
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, fingerprint }),
      );
    });
    request.end(body);
  });
}

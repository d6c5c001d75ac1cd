import { readFileSync } from 'node:fs';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { otlpJson } from './otlp-json.ts';
import type { Span } from './span.ts';
import type { TraceSettings } from './trace-settings.ts';

/** Sends spans to a collector. */
interface SpanPost {
  /** Rejects where they did not arrive; its words name neither the address nor a header. */
  send(spans: readonly Span[]): Promise<void>;
  close(): void;
}

/** OTLP over HTTP with JSON, one kept connection. */
export function postSpans(settings: TraceSettings): SpanPost {
  const { url, certificate, resource } = settings;
  const isPlain = url.protocol === 'http:';
  const ca = certificate === undefined ? {} : { ca: readFileSync(certificate, 'utf8') };
  const agent = isPlain ? new HttpAgent({ keepAlive: true }) : new HttpsAgent({ keepAlive: true, ...ca });
  const request = isPlain ? httpRequest : httpsRequest;
  return {
    send: (spans) => {
      const body = otlpJson(spans, resource);
      return new Promise((resolve, reject) => {
        const signal = AbortSignal.timeout(settings.timeoutMs);
        const headers = { ...settings.headers, 'Content-Type': 'application/json' };
        const outgoing = request(url, { method: 'POST', agent, headers, signal }, (answer) => {
          answer.resume();
          const { statusCode = 0 } = answer;
          if (statusCode >= 200 && statusCode < 300) resolve();
          else reject(new Error(`it answers ${statusCode}`));
        });
        outgoing.on('error', (error) => reject(new Error(codeOf(error))));
        outgoing.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}

/** Messages may have addresses in them, codes do not. */
function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

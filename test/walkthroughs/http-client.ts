import { Agent, request } from 'node:https';
import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { Cluster } from './cluster.ts';

/** What the server answered. */
interface Answer {
  readonly status: number;
  readonly body: JsonObject;
  readonly warnings: readonly string[];
}

/** One HTTPS request after another to an embedded cluster, JSON in and out. */
export class HttpClient {
  readonly #cluster: Cluster;
  readonly #agent: Agent;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
    this.#agent = new Agent({ ca: cluster.ca, keepAlive: true, maxSockets: 4 });
  }

  async send(
    method: string,
    path: string,
    body?: JsonValue,
    contentType = 'application/json',
  ): Promise<Answer> {
    return await new Promise((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${this.#cluster.token}`,
        Accept: 'application/json',
        'Content-Type': contentType,
      };
      const sent = request(
        new URL(path, this.#cluster.server),
        { method, headers, agent: this.#agent },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => {
            const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString());
            const warnings = [answer.headers.warning ?? []].flat();
            resolve({ status: answer.statusCode ?? 0, body: isJsonObject(parsed) ? parsed : {}, warnings });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** Like `send`, but anything else than success is an error that quotes the server. */
  async expectOk(method: string, path: string, body?: JsonValue, contentType?: string): Promise<JsonObject> {
    const answer = await this.send(method, path, body, contentType);
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  close(): void {
    this.#agent.destroy();
  }
}

import { isJsonObject, type JsonValue, objectAt, parseJson, textAt } from '@archipelago/apimachinery';
import type { Transport } from '@archipelago/kube-client';
import type { FuzzedRequest } from './fuzzed-request.ts';

/** What is compared of an answer. */
export interface Verdict {
  readonly code: number;
  readonly reason: string;
  /** For people who look for the cause. */
  readonly message: string;
}

interface Known {
  readonly version: string;
  readonly uid: string;
}

/** One of the two servers, with what it told of its objects: versions and uids differ between servers. */
export class JudgedServer {
  readonly #transport: Transport;
  readonly #known = new Map<string, Known>();
  #continue = '';

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async answer({ method, path, headers, body, collection, object }: FuzzedRequest): Promise<Verdict> {
    const fill = (text: string) => this.#fill(text, `${collection}/${object}`);
    const { code, answer } = await this.#send({
      method,
      path: fill(path),
      headers,
      body: body && fill(body),
    });
    if (code < 300 && isJsonObject(answer)) this.#learn(collection, answer);
    const status = isJsonObject(answer) && answer.kind === 'Status' ? answer : {};
    return { code, reason: textAt(status, 'reason'), message: textAt(status, 'message') };
  }

  /** Removes an object, whatever holds it. */
  async remove(collection: string, name: string): Promise<void> {
    const path = `${collection}/${name}`;
    const patch = { 'content-type': 'application/merge-patch+json' };
    const json = { 'content-type': 'application/json' };
    for (let turn = 0; turn < 20; turn += 1) {
      const body = '{"metadata":{"finalizers":null}}';
      const { code } = await this.#send({ method: 'PATCH', path, headers: patch, body });
      if (code === 404) return;
      const options = '{"gracePeriodSeconds":0,"propagationPolicy":"Background"}';
      await this.#send({ method: 'DELETE', path, headers: json, body: options });
    }
  }

  async names(collection: string): Promise<readonly string[]> {
    const { answer } = await this.#send({ method: 'GET', path: collection, headers: {} });
    const items = isJsonObject(answer) && Array.isArray(answer.items) ? answer.items : [];
    return items.flatMap((item) => (isJsonObject(item) ? [textAt(item, 'metadata', 'name')] : []));
  }

  #fill(text: string, path: string): string {
    const { version = '', uid = 'unknown' } = this.#known.get(path) ?? {};
    return text
      .replaceAll('@version@', version)
      .replaceAll('@uid@', uid)
      .replaceAll('@continue@', encodeURIComponent(this.#continue));
  }

  #learn(collection: string, answer: JsonValue): void {
    if (!isJsonObject(answer)) return;
    const metadata = objectAt(answer, 'metadata');
    this.#continue = textAt(metadata, 'continue') || this.#continue;
    const version = textAt(metadata, 'resourceVersion');
    const name = textAt(metadata, 'name');
    if (name !== '' && version !== '')
      this.#known.set(`${collection}/${name}`, { version, uid: textAt(metadata, 'uid') });
  }

  async #send(request: Pick<FuzzedRequest, 'method' | 'path' | 'headers' | 'body'>) {
    // no request of these is a watch: what is not answered by then hangs
    const signal = AbortSignal.timeout(20_000);
    const { status, body } = await this.#transport.send({ ...request, signal });
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return { code: status, answer: jsonOf(Buffer.concat(chunks).toString()) };
  }
}

/** Tables, YAML and plain text are compared by their code. */
function jsonOf(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

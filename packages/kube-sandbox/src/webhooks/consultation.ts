import type { Outgoing, OutgoingResult, ResolveService, ServiceReference } from './outgoing-call.ts';

const MOST_AT_ONCE = 16;
const MOST_BYTES = 64 * 1024 * 1024;

/** A question to a webhook. Two with the same key and text are one: what was said counts for both. */
export interface Question {
  readonly key: string;
  /** With the time limit in its query. */
  readonly url: string;
  /** Where the URL only names a service. */
  readonly service: ServiceReference | undefined;
  readonly authorities: string | undefined;
  readonly timeoutMs: number;
  /** What is asked, but for the uid. */
  readonly content: string;
  /** What is sent. */
  body(uid: string): string;
}

/** What came of a question. */
export interface Heard {
  readonly uid: string;
  readonly result: OutgoingResult;
  /** Answers to questions that were asked at the same time, in the order in which they came. */
  readonly order: number;
}

/** How questions leave the server. */
export interface Line {
  readonly outgoing: Outgoing;
  readonly resolveService: ResolveService;
  uuid(): string;
  /** Ends open questions when the server stops. */
  readonly stopping: AbortSignal;
}

/**
 * What one request has to ask of others. Requests are answered in one go, so that nobody changes anything in between: one that
 * needs to know more than it does gives up, has its open questions asked, and is answered anew with what was heard. Where the
 * world changed meanwhile the questions are others, and are asked; so nothing is stored that was not judged as it is stored.
 */
export class Consultation {
  readonly #line: Line;
  readonly #heard = new Map<string, Heard>();
  readonly #open = new Map<string, Question>();
  #bytes = 0;

  constructor(line: Line) {
    this.#line = line;
  }

  /** What was said to the question; undefined where it is open. */
  ask(question: Question): Heard | undefined {
    const id = `${question.key}\n${question.content}`;
    const heard = this.#heard.get(id);
    if (heard === undefined) this.#open.set(id, question);
    return heard;
  }

  /** Whether an answer would not count: something was asked that nobody has said anything to yet. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** One that has heard nothing yet. */
  another(): Consultation {
    return new Consultation(this.#line);
  }

  /** Asks all open questions, many at the same time. `until`, of `performance.now()`: none is begun after that. */
  async settle(until: number): Promise<void> {
    const open = [...this.#open];
    this.#open.clear();
    const work = async () => {
      for (let next = open.shift(); next !== undefined; next = open.shift()) {
        if (performance.now() > until) return;
        await this.#hear(...next);
      }
    };
    await Promise.all(Array.from({ length: Math.min(open.length, MOST_AT_ONCE) }, work));
  }

  async #hear(id: string, question: Question): Promise<void> {
    const uid = this.#line.uuid();
    const result = this.#bounded(await this.#call(question, uid));
    this.#heard.set(id, { uid, result, order: this.#heard.size });
  }

  /** All answers to one request are kept until it is answered. */
  #bounded(result: OutgoingResult): OutgoingResult {
    if (result.kind === 'failed') return result;
    this.#bytes += result.body.length;
    if (this.#bytes <= MOST_BYTES) return result;
    return {
      kind: 'failed',
      problem: `the answers of webhooks to one request are larger than ${MOST_BYTES} bytes`,
    };
  }

  async #call(question: Question, uid: string): Promise<OutgoingResult> {
    const { outgoing, resolveService, stopping } = this.#line;
    const { url, service, authorities, timeoutMs } = question;
    const endpoint = service === undefined ? undefined : await resolveService(service);
    if (typeof endpoint === 'string')
      return { kind: 'failed', problem: `Post ${JSON.stringify(url)}: ${endpoint}` };
    const call = { url, authorities, timeoutMs, body: question.body(uid) };
    return outgoing(endpoint === undefined ? call : { ...call, endpoint }, stopping);
  }
}

import { createHash } from 'node:crypto';
import type { Clock, JsonObject, JsonValue } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { accessReviewOf, bearerToken, isAllowed, type ScrapeAccess, tokenReviewOf } from './scrape-access.ts';

interface ScrapeReviewerOptions {
  /** May create token reviews and subject access reviews. */
  readonly client: Pick<KubernetesClient, 'raw'>;
  readonly clock: Clock;
  /** Why a login could not be reviewed; once, until one could. */
  readonly onProblem: (message: string) => void;
}

/** A right that was taken away is used no longer than that. */
const allowedMs = 60_000;
/** And one that was given is noticed after that. */
const refusedMs = 10_000;
/** Of each kind of answer; made-up tokens must not take the place of real ones. */
const mostRemembered = 100;
/** Who makes up tokens must not have the API server asked without end. */
const mostAtOnce = 8;
const deadlineMs = 5_000;

const notKnown: ScrapeAccess = {
  kind: 'refused',
  status: 401,
  because: 'a bearer token of the cluster is needed',
};
const notAllowed: ScrapeAccess = { kind: 'refused', status: 403, because: 'the token may not get /metrics' };
const notReviewed: ScrapeAccess = {
  kind: 'refused',
  status: 500,
  because: 'the API server could not be asked about the token',
};
const busy: ScrapeAccess = { kind: 'refused', status: 503, because: 'too many tokens are being reviewed' };

/** Asks the API server who has sent a token and whether he may get metrics. Answers are kept for a while; tokens are not. */
export class ScrapeReviewer {
  readonly #options: ScrapeReviewerOptions;
  readonly #allowed: RememberedAnswers;
  readonly #refused: RememberedAnswers;
  readonly #asked = new Map<string, Promise<ScrapeAccess>>();
  #hasTold = false;

  constructor(options: ScrapeReviewerOptions) {
    this.#options = options;
    this.#allowed = new RememberedAnswers(options.clock, allowedMs);
    this.#refused = new RememberedAnswers(options.clock, refusedMs);
  }

  /** Never throws. */
  async accessOf(authorization: string | undefined): Promise<ScrapeAccess> {
    const token = bearerToken(authorization);
    if (token === undefined) return notKnown;
    const key = createHash('sha256').update(token).digest('base64');
    const known = this.#allowed.get(key) ?? this.#refused.get(key) ?? this.#asked.get(key);
    if (known !== undefined) return known;
    if (this.#asked.size >= mostAtOnce) return busy;
    const asking = this.#ask(key, token).finally(() => this.#asked.delete(key));
    this.#asked.set(key, asking);
    return asking;
  }

  async #ask(key: string, token: string): Promise<ScrapeAccess> {
    try {
      const access = await this.#review(token);
      this.#hasTold = false;
      (access.kind === 'allowed' ? this.#allowed : this.#refused).set(key, access);
      return access;
    } catch (error) {
      if (!this.#hasTold) this.#options.onProblem(error instanceof Error ? error.message : String(error));
      this.#hasTold = true;
      return notReviewed;
    }
  }

  async #review(token: string): Promise<ScrapeAccess> {
    const tokens = '/apis/authentication.k8s.io/v1/tokenreviews';
    const question = accessReviewOf(await this.#send(tokens, tokenReviewOf(token)));
    if (question === undefined) return notKnown;
    const access = await this.#send('/apis/authorization.k8s.io/v1/subjectaccessreviews', question);
    return isAllowed(access) ? { kind: 'allowed' } : notAllowed;
  }

  async #send(path: string, body: JsonObject): Promise<JsonValue> {
    const answer = await this.#options.client.raw({ method: 'POST', path, body, deadlineMs });
    if (answer.ok) return answer.value;
    throw new Error(`a token for /metrics was not reviewed: ${answer.status.code} ${answer.status.message}`);
  }
}

/** The newest answers, each for a while. */
class RememberedAnswers {
  readonly #clock: Clock;
  readonly #forMs: number;
  readonly #answers = new Map<string, { readonly access: ScrapeAccess; readonly until: number }>();

  constructor(clock: Clock, forMs: number) {
    this.#clock = clock;
    this.#forMs = forMs;
  }

  get(key: string): ScrapeAccess | undefined {
    const found = this.#answers.get(key);
    return found !== undefined && this.#clock.monotonic() < found.until ? found.access : undefined;
  }

  set(key: string, access: ScrapeAccess): void {
    this.#answers.delete(key);
    this.#answers.set(key, { access, until: this.#clock.monotonic() + this.#forMs });
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > mostRemembered && oldest !== undefined) this.#answers.delete(oldest);
  }
}

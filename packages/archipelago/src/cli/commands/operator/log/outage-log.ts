import type { Clock } from '@archipelago/apimachinery';
import type { RequestObservation } from '@archipelago/kube-client';
import type { OperatorEvent } from '../../../../operator/options/operator-event.ts';
import type { EventLog, Line } from './log-event.ts';
import { PassLog } from './pass-log.ts';

/** Silence that is worth a line: one connection that breaks is made again sooner. */
const longestDoubtMs = 3_000;
const reminderMs = 60_000;
/** Of what was said during a moment of silence. */
const mostRepeated = 3;

type State =
  | { readonly kind: 'present' }
  /** Something went wrong; what is said of it waits until it is known whether the server is the cause. */
  | {
      readonly kind: 'doubtful';
      readonly sinceMs: number;
      readonly held: readonly Line[];
      /** Why a request had no answer; undefined: each had one. */
      readonly because: string | undefined;
      readonly cancel: () => void;
    }
  | { readonly kind: 'away'; readonly sinceMs: number; readonly cancel: () => void };

const present: State = { kind: 'present' };

interface OutageLogOptions {
  readonly log: EventLog;
  readonly clock: Clock;
}

/**
 * The operator's events as lines of its log. Everything that watches or writes fails while the API server is away; the log says
 * so when it goes, when it is back, and once a minute in between. What each part of the operator said of it is there at level debug.
 */
export class OutageLog {
  readonly #options: OutageLogOptions;
  readonly #passes = new PassLog();
  #state: State = present;
  #hasEnded = false;

  constructor(options: OutageLogOptions) {
    this.#options = options;
  }

  /** For a client's `observe`. */
  observe({ status, failure }: Pick<RequestObservation, 'status' | 'failure'>): void {
    // the end cuts requests short: no outage, and a timer would keep the process alive
    if (failure?.failure === 'aborted' || this.#hasEnded) return;
    if (status === undefined || isGateways(status))
      this.#unanswered(failure?.message ?? `it answers ${status}`);
    else this.#answered();
  }

  tell(event: OperatorEvent): void {
    for (const line of this.#passes.linesOf(event)) this.#tellLine(line, mayFollow(event));
  }

  #tellLine(line: Line, follows: boolean): void {
    const [level, fields, message] = line;
    if (level !== 'warn' || !follows || 'did' in fields || this.#hasEnded) this.#options.log(...line);
    else if (this.#state.kind === 'away') this.#options.log('debug', fields, message);
    else this.#doubt([line], undefined);
  }

  /** Says what still waits: the operator ends. */
  end(): void {
    this.#hasEnded = true;
    const state = this.#state;
    if (state.kind === 'present') return;
    state.cancel();
    this.#state = present;
    if (state.kind === 'doubtful') this.#release(state.held);
  }

  #unanswered(because: string): void {
    if (this.#state.kind !== 'away') this.#doubt([], because);
  }

  #doubt(lines: readonly Line[], because: string | undefined): void {
    const { clock } = this.#options;
    const before = this.#state.kind === 'doubtful' ? this.#state : undefined;
    this.#state = {
      kind: 'doubtful',
      sinceMs: before?.sinceMs ?? clock.monotonic(),
      held: [...(before?.held ?? []), ...lines],
      because: before?.because ?? because,
      cancel: before?.cancel ?? clock.after(longestDoubtMs, () => this.#decide()),
    };
  }

  #decide(): void {
    const { log } = this.#options;
    if (this.#state.kind !== 'doubtful') return;
    const { sinceMs, held, because } = this.#state;
    if (because === undefined) {
      this.#state = present;
      this.#release(held);
      return;
    }
    log(
      'warn',
      { component: 'client', because },
      'the API server does not answer; it is asked again until it does',
    );
    for (const [, fields, message] of held) log('debug', fields, message);
    this.#state = { kind: 'away', sinceMs, cancel: this.#remind(sinceMs) };
  }

  #remind(sinceMs: number): () => void {
    const { log, clock } = this.#options;
    return clock.after(reminderMs, () => {
      log(
        'warn',
        { component: 'client', seconds: this.#secondsSince(sinceMs) },
        'the API server still does not answer',
      );
      this.#state = { kind: 'away', sinceMs, cancel: this.#remind(sinceMs) };
    });
  }

  #answered(): void {
    const state = this.#state;
    if (state.kind === 'present') return;
    state.cancel();
    this.#state = present;
    if (state.kind === 'away')
      this.#options.log(
        'info',
        { component: 'client', seconds: this.#secondsSince(state.sinceMs) },
        'the API server answers again',
      );
    else this.#release(state.held);
  }

  /** Others were answered: what was held has another cause, or was a moment's. */
  #release(held: readonly Line[]): void {
    const unique = [...new Map(held.map((line) => [identityOf(line), line])).values()];
    const [first] = unique;
    if (first === undefined) return;
    const { log } = this.#options;
    if (unique.length <= mostRepeated) {
      for (const line of unique) log(...line);
      return;
    }
    const [level, fields, message] = first;
    log(level, { ...fields, more: unique.length - 1 }, message);
    for (const [, others, text] of unique.slice(1)) log('debug', others, text);
  }

  #secondsSince(ms: number): number {
    return Math.round((this.#options.clock.monotonic() - ms) / 1000);
  }
}

/** Whether it may come from a server that is away. */
function mayFollow(event: OperatorEvent): boolean {
  return event.type === 'problem' || (event.type === 'reconciled' && event.because !== undefined);
}

/** How long something took makes it no other line. */
function identityOf([, fields, message]: Line): string {
  return JSON.stringify([message, { ...fields, durationMs: undefined }]);
}

/** What stands before a server answers so while the server is away. */
function isGateways(status: number): boolean {
  return status >= 502 && status <= 504;
}

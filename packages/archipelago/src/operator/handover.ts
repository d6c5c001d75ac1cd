import { type Clock, type JsonObject, valueAt } from '@archipelago/apimachinery';
import type { EventRecorder } from '@archipelago/kube-client';
import type { Finding } from '../api/finding.ts';
import { otherOperators } from '../reconcile/other-operators.ts';
import { unreachableWebhook } from '../reconcile/unreachable-webhook.ts';
import type { OtherOperatorsMirror } from './mirror/other-operators-mirror.ts';
import { Notices } from './notices.ts';
import type { OperatorEvent } from './options/operator-event.ts';

interface HandoverOptions {
  readonly mirror: { readonly otherOperators: Pick<OtherOperatorsMirror, 'seen'> };
  readonly recorder: Pick<EventRecorder, 'record'>;
  readonly clock: Clock;
  readonly onEvent: (event: OperatorEvent) => void;
}

/** Whether this operator may write; `forbidden`: it may not look whether another one does. */
export type Turn =
  | { readonly is: 'ours' }
  | { readonly is: 'unknown' | 'anothers' | 'forbidden'; readonly because: string };

/** When to look again where nothing changes, and tell it again: an event is kept for an hour, and who comes later is to find one. */
export const lookAgainMs = 10 * 60_000;

/**
 * Holds everything back while another operator looks after the same objects. That is told by events, in the log and in a metric,
 * never in the status: the other one writes it, too.
 */
export class Handover {
  readonly #options: HandoverOptions;
  readonly #others: Reminder;
  readonly #webhooks: Reminder;

  constructor(options: HandoverOptions) {
    this.#options = options;
    this.#others = new Reminder(options);
    this.#webhooks = new Reminder(options);
  }

  /** Looks, and tells what is in the way; `fix` gives the right to look. */
  turn(about: JsonObject | undefined, fix: string): Turn {
    const seen = this.#options.mirror.otherOperators.seen();
    switch (seen.state) {
      case 'unknown':
        return { is: 'unknown', because: 'Deployments of another operator could not be read yet' };
      case 'forbidden': {
        const message = `whether another operator runs cannot be seen, and nothing is written: ${seen.message}`;
        this.#others.tell(about, [{ level: 'error', reason: 'PermissionsMissing', message, fix }]);
        return { is: 'forbidden', because: seen.message };
      }
      case 'known': {
        const findings = otherOperators(seen.deployments);
        this.#others.tell(about, findings);
        const [first] = findings;
        if (first === undefined) return { is: 'ours' };
        return { is: 'anothers', because: `${first.at} ${first.message}` };
      }
    }
  }

  /** Tells of a webhook of the other operator that holds up a write of ours. */
  heldUp(about: JsonObject | undefined, message: string): void {
    const finding = unreachableWebhook(message);
    if (finding !== undefined) this.#webhooks.tell(about, [finding]);
  }
}

/** Tells the same again after a while, and of another HyperConverged. */
class Reminder {
  readonly #options: HandoverOptions;
  #notices: Notices;
  #since = 0;
  #about: unknown;

  constructor(options: HandoverOptions) {
    this.#options = options;
    this.#notices = new Notices(options);
  }

  tell(about: JsonObject | undefined, findings: readonly Finding[]): void {
    const now = this.#options.clock.monotonic();
    const uid = valueAt(about ?? {}, 'metadata', 'uid');
    if (now - this.#since >= lookAgainMs || uid !== this.#about) {
      this.#notices = new Notices(this.#options);
      this.#since = now;
      this.#about = uid;
    }
    this.#notices.tell(about ?? {}, findings);
  }
}

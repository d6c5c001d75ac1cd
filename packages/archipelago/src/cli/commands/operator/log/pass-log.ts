import { keyOf } from '../../../../engine/plan/action.ts';
import type { OperatorEvent } from '../../../../operator/options/operator-event.ts';
import { type Acted, changed, type Line, lineOf } from './log-event.ts';

/** Of one reconcile; the first installation writes about a dozen objects. */
const mostObjects = 50;

/** Of each object; all of them are in its own line, at debug. */
const mostChanges = 5;

type Done = Acted & {
  readonly verdict: { readonly verdict: 'created' | 'updated' | 'reverted' | 'removed' | 'removing' };
};

/** Makes one line of what one reconcile did: which objects, which fields, and why. */
export class PassLog {
  #did: Done[] = [];
  /** What was under way when the lease was lost is told later, and no reconcile ends with it. */
  #leads = true;

  /** The lines that an event is worth. Each object that was written has a line of its own at debug; what was refused is told at once. */
  linesOf(event: OperatorEvent): readonly Line[] {
    const line = lineOf(event);
    if (event.type === 'leading' || event.type === 'notLeading') this.#leads = event.type === 'leading';
    if (this.#leads && isDone(event)) {
      this.#did.push(event);
      const [, fields, message] = line;
      return [['debug', fields, message]];
    }
    if (event.type !== 'reconciled' && event.type !== 'notLeading') return [line];
    const did = this.#take();
    if (did === undefined) return [line];
    // a reconcile that did not finish has done something all the same
    const isWhole = event.type === 'reconciled' && event.because === undefined;
    return isWhole
      ? [summary(did, 'reconciled', { durationMs: Math.round(event.durationMs) })]
      : [summary(did, 'reconciled in part', {}), line];
  }

  #take(): readonly Done[] | undefined {
    const did = this.#did;
    this.#did = [];
    return did.length === 0 ? undefined : did;
  }
}

function isDone(event: OperatorEvent): event is Done {
  if (event.type !== 'acted') return false;
  switch (event.verdict.verdict) {
    case 'created':
    case 'updated':
    case 'reverted':
    case 'removed':
    case 'removing':
      return true;
    case 'refused':
    case 'stale':
    case 'unchanged':
      return false;
  }
}

function summary(did: readonly Done[], message: string, more: Readonly<Record<string, unknown>>): Line {
  const isForeign = did.some(({ verdict }) => verdict.verdict === 'reverted');
  const told = did.slice(0, mostObjects).map(({ action, verdict }) => ({
    verdict: verdict.verdict,
    object: keyOf(action),
    ...changed(action, verdict, mostChanges),
  }));
  const left = did.length - told.length;
  return [
    isForeign ? 'warn' : 'info',
    { component: 'operands', ...more, did: told, ...(left === 0 ? {} : { more: left }) },
    message,
  ];
}

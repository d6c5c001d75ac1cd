import type { KubernetesObject } from '@archipelago/apimachinery';
import { isMissingPermission, isPatchUnfit, type KubernetesStatus } from '@archipelago/kube-client';
import type { Action } from './plan/action.ts';
import { doWord, printTarget } from './plan/print-action.ts';

/** What became of an action: *KubeVirt has been* … */
export type Verdict =
  | { readonly verdict: 'created' | 'updated' | 'reverted'; readonly answer: KubernetesObject }
  /** The server took the write and stored what it had before. */
  | { readonly verdict: 'unchanged'; readonly answer: KubernetesObject }
  | { readonly verdict: 'removed' }
  /** Deletion was asked for; finalizers hold the object. */
  | { readonly verdict: 'removing'; readonly answer: KubernetesObject }
  /** What we knew was out of date: look again. */
  | { readonly verdict: 'stale'; readonly because: string; readonly status: KubernetesStatus }
  /** `forbidden`: because of who we are; a grant mends it, and nobody announces grants. */
  | {
      readonly verdict: 'refused';
      readonly because: string;
      readonly forbidden: boolean;
      readonly status: KubernetesStatus;
    }
  /** Nobody answered: what became of it is not known. */
  | { readonly verdict: 'unanswered'; readonly because: string; readonly error: unknown }
  /** A mistake of ours: nothing else is held up by it, and it is told as the object's. */
  | { readonly verdict: 'failed'; readonly because: string; readonly error: unknown }
  /** Not tried: the leadership is over, or it is not wanted any more. */
  | { readonly verdict: 'skipped' };

/** What the server said. */
export type AnsweredVerdict = Exclude<Verdict, { verdict: 'unanswered' | 'failed' | 'skipped' }>;

/** Whether the server said anything. */
export function isAnswered(verdict: Verdict): verdict is AnsweredVerdict {
  return !['unanswered', 'failed', 'skipped'].includes(verdict.verdict);
}

/** An action and what became of it. */
export interface Done {
  readonly action: Action;
  readonly verdict: Verdict;
}

/**
 * What is there already, is gone or has changed, so that tests of an edit do not hold, is a matter of looking again; on a creation its
 * namespace or kind is missing.
 */
export function refusalOf(action: Action, status: KubernetesStatus, isCreation: boolean): Verdict {
  const { code, message } = status;
  const because = `cannot ${doWord(action)} ${printTarget(action)}: ${message}`;
  const isUnfit = action.kind === 'edit' && isPatchUnfit(status);
  if (code === 409 || isUnfit || (code === 404 && !isCreation)) return { verdict: 'stale', because, status };
  return { verdict: 'refused', because, forbidden: isMissingPermission(status), status };
}

/** Whether something is other than it was before. */
export function isChange({ verdict }: Verdict): boolean {
  return !['unchanged', 'stale', 'refused', 'unanswered', 'failed', 'skipped'].includes(verdict);
}

/** Refusals are told before what is only out of date; undefined: all was done. */
export function undoneBecause(done: readonly Done[]): string | undefined {
  for (const wanted of ['refused', 'failed', 'unanswered', 'stale'] as const)
    for (const { verdict } of done)
      if (verdict.verdict === wanted && 'because' in verdict) return verdict.because;
  return undefined;
}

/** Of each mistake of ours where it happened, once each, for the log. */
export function mistakesIn(done: readonly Done[]): readonly string[] {
  const all = done.flatMap(({ verdict }) => {
    if (verdict.verdict !== 'failed') return [];
    const { error, because } = verdict;
    return [error instanceof Error ? (error.stack ?? because) : because];
  });
  return [...new Set(all)];
}

/** Nobody answered about something: the pass ends as it would have with the throw. */
export function throwUnanswered(done: readonly Done[]): void {
  for (const { verdict } of done) if (verdict.verdict === 'unanswered') throw verdict.error;
}

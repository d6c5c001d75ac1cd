import type { JsonObject } from '@archipelago/apimachinery';
import type { WorkReport } from '@archipelago/kube-client';
import type { Finding } from '../../api/finding.ts';
import type { Action } from '../../engine/plan/action.ts';
import type { AnsweredVerdict } from '../../engine/verdict.ts';
import type { Component } from './component.ts';

/** What layering has done, or found about a MachineOSConfig. */
export type LayeringNews =
  | { readonly kind: 'action'; readonly action: Action }
  | { readonly kind: 'finding'; readonly config: string; readonly finding: Finding; readonly of?: 'rollout' };

/** What an onlooker (the log, `up`) may want to know. */
export type OperatorEvent =
  | { readonly type: 'leading' }
  | { readonly type: 'notLeading'; readonly because: string }
  /** Another process leads; `lease`: what it holds, as namespace/name. */
  | { readonly type: 'waiting'; readonly leader: string; readonly lease: string }
  | { readonly type: 'platform'; readonly platform: 'kubernetes' | 'openshift' }
  /** What became of an action on an operand. */
  | { readonly type: 'acted'; readonly action: Action; readonly verdict: AnsweredVerdict }
  /** A DataImportCron, a DataSource or what is around them was created, changed or deleted. */
  | { readonly type: 'bootSource'; readonly action: Action }
  | { readonly type: 'layering'; readonly news: LayeringNews }
  | { readonly type: 'status'; readonly status: JsonObject }
  | {
      readonly type: 'reconciled';
      readonly durationMs: number;
      /** Undefined when all is done. */
      readonly because: string | undefined;
    }
  /** `of`: whose it is; absent: nobody's in particular. */
  | { readonly type: 'problem'; readonly message: string; readonly of?: Component };

/** Why a reconcile did not finish; undefined: it did. */
export function reasonOf(result: WorkReport<string>['result']): string | undefined {
  switch (result.outcome) {
    case 'retry':
      return result.because;
    case 'threw':
      return result.error instanceof Error ? result.error.message : String(result.error);
    case 'done':
    case 'again':
      return undefined;
  }
}

import { isKubernetesObject, type JsonObject } from '@archipelago/apimachinery';
import type { EventRecorder } from '@archipelago/kube-client';
import { type Action, targetOf } from '../engine/plan/action.ts';
import { type AnsweredVerdict, type Done, isAnswered, mistakesIn } from '../engine/verdict.ts';
import type { MetricValues } from '../observability/metric-values.ts';
import { printToldChanges } from '../reconcile/told-change.ts';
import { componentName } from './component-name.ts';
import type { OperatorEvent } from './options/operator-event.ts';

/** Who is told. */
export interface Audience {
  readonly recorder: Pick<EventRecorder, 'record'>;
  readonly metrics: Pick<MetricValues, 'add'>;
  readonly onEvent: (event: OperatorEvent) => void;
}

/** Whom events are about, and whether reverts are to be expected. */
export interface Telling {
  readonly about: JsonObject;
  readonly upgrading: boolean;
}

/** Tells what was done to operands, in the order of the plan: in the log, by events on the HyperConverged, and in metrics. */
export function tellOperands(audience: Audience, telling: Telling, done: readonly Done[]): void {
  for (const message of mistakesIn(done)) audience.onEvent({ type: 'problem', message, of: 'operands' });
  for (const { action, verdict } of done) {
    if (!isAnswered(verdict)) continue;
    audience.onEvent({ type: 'acted', action, verdict });
    record(audience, telling.about, { action, verdict });
    if (verdict.verdict === 'reverted' && !telling.upgrading)
      audience.metrics.add('outOfBandModifications', { component_name: componentName(action) });
  }
}

interface Answered extends Pick<Done, 'action'> {
  readonly verdict: AnsweredVerdict;
}

function record({ recorder }: Audience, about: JsonObject, { action, verdict }: Answered): void {
  const word = words[verdict.verdict];
  if (word === undefined || !isKubernetesObject(about)) return;
  const { kind, name } = targetOf(action);
  const { type, reason, said } = word;
  recorder.record({ about, type, reason, message: `${said} ${kind} ${name}${changesOf(action, verdict)}` });
}

/** Of what was there before; the recorder cuts what is longer than an event may be. */
function changesOf(action: Action, { verdict }: AnsweredVerdict): string {
  return 'changes' in action ? printToldChanges(action.changes, verdict === 'reverted') : '';
}

interface Word {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly said: string;
}

const removed: Word = { type: 'Normal', reason: 'Killing', said: 'Removed' };

const words: Readonly<Record<AnsweredVerdict['verdict'], Word | undefined>> = {
  created: { type: 'Normal', reason: 'Created', said: 'Created' },
  updated: { type: 'Normal', reason: 'Updated', said: 'Updated' },
  reverted: { type: 'Warning', reason: 'Overwritten', said: 'Overwritten' },
  removed,
  removing: removed,
  unchanged: undefined,
  stale: undefined,
  refused: undefined,
};

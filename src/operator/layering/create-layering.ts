import type { EventRecorder } from '../../kubernetes/event-recorder.ts';
import type { Clock } from '../../time/clock.ts';
import type { ClusterMirror } from '../cluster-mirror.ts';
import type { OperatorEvent } from '../operator-event.ts';
import type { OperatorOptions } from '../running-operator.ts';
import { Layering } from './layering.ts';

interface Parts {
  readonly options: OperatorOptions;
  readonly mirror: ClusterMirror;
  readonly clock: Clock;
  readonly recorder: EventRecorder;
  readonly tell: (event: OperatorEvent) => void;
}

/** Layering as the operator's options want it; undefined: not at all. */
export function createLayering({ options, mirror, clock, recorder, tell }: Parts): Layering | undefined {
  const { client, namespace, layering: choices } = options;
  if (choices === undefined) return undefined;
  return new Layering({
    client,
    namespace,
    choices,
    mirror,
    clock,
    onProblem: (message) => tell({ type: 'problem', message }),
    onAction: (action) => tell({ type: 'layering', news: { kind: 'action', action } }),
    onFinding: (about, finding) => {
      const { level, reason, message } = finding;
      tell({ type: 'layering', news: { kind: 'finding', config: about.metadata.name, finding } });
      recorder.record({ about, type: level === 'info' ? 'Normal' : 'Warning', reason, message });
    },
  });
}

import { objectsAt, textAt } from '@archipelago/apimachinery';
import { hyperConvergedName } from '../../../api/hyper-converged-kind.ts';
import { isLookedAfter } from '../../../api/is-looked-after.ts';
import type { Advice } from '../../advice/advice.ts';
import { flagAdvice } from '../../advice/flag-advice.ts';
import { unknown } from './looked-at.ts';
import type { StatusReport } from './status-schema.ts';
import type { HyperConvergedSeen, StatusView } from './status-view.ts';

type HyperConverged = StatusReport['hyperConverged'];
type Condition = HyperConverged['conditions'][number];

/** Conditions that every HyperConverged has, and how they are when all is well. */
const good: Readonly<Record<string, string>> = {
  ReconcileComplete: 'True',
  Available: 'True',
  Progressing: 'False',
  Degraded: 'False',
  Upgradeable: 'True',
};

/** What the HyperConverged tells; that there is none is not well. */
export function hyperConvergedPart({ hyperConverged, namespace, options }: StatusView): HyperConverged {
  const { advice = flagAdvice } = options;
  const more = `kubectl get hyperconverged ${hyperConvergedName} -n ${namespace} -o yaml`;
  switch (hyperConverged.state) {
    case 'refused':
      return { ...unknown(hyperConverged.message, advice.rights), more, conditions: [] };
    case 'notServed':
      return missing(
        'the cluster does not know HyperConvergeds',
        'apply what archipelago manifests prints',
        more,
      );
    case 'none':
      return none({ namespace, more, advice }, hyperConverged.elsewhere);
    case 'there': {
      const conditions = objectsAt(hyperConverged.object, 'status', 'conditions').map(conditionOf);
      return withOthers(told(conditions, more), hyperConverged, { namespace, advice });
    }
  }
}

interface Place {
  readonly namespace: string;
  readonly advice: Advice;
}

function none(
  { namespace, more, advice }: Place & Pick<HyperConverged, 'more'>,
  elsewhere: readonly string[],
): HyperConverged {
  const [first] = elsewhere;
  return first === undefined
    ? missing(`there is none in ${namespace}`, 'kubectl apply -f examples/minimal.yaml', more)
    : missing(
        `there is none in ${namespace}; there is one in ${elsewhere.join(' and ')}`,
        advice.lookAtNamespace(first),
        more,
      );
}

function missing(message: string, fix: string, more: string): HyperConverged {
  return { state: 'notWell', summary: message, problems: [{ message, fix }], more, conditions: [] };
}

function conditionOf(condition: object): Condition {
  const [type, status, reason, message] = [
    textAt(condition, 'type'),
    textAt(condition, 'status'),
    textAt(condition, 'reason'),
    textAt(condition, 'message'),
  ];
  return { type, status, reason, message };
}

/** That one elsewhere has no effect is not well: somebody wrote it. */
function withOthers(
  part: HyperConverged,
  { others }: Extract<HyperConvergedSeen, { state: 'there' }>,
  { namespace, advice }: Place,
): HyperConverged {
  const ours = `${namespace}/${hyperConvergedName}`;
  const problems = others.map((other): HyperConverged['problems'][number] => {
    const object = `HyperConverged/${other.metadata.namespace}/${other.metadata.name}`;
    return isLookedAfter(other)
      ? {
          object,
          message: 'another operator looks after it: there must be one per cluster',
          fix: advice.lookAtNamespace(other.metadata.namespace ?? ''),
        }
      : {
          object,
          message: `has no effect: the operator looks after ${ours} only`,
          fix: `write what it says into ${ours}, and delete it`,
        };
  });
  if (problems.length === 0) return part;
  const count = problems.length === 1 ? 'one more' : `${problems.length} more`;
  return {
    ...part,
    state: 'notWell',
    summary: `${part.summary}; ${count} elsewhere`,
    problems: [...part.problems, ...problems],
  };
}

/** What else operators tell (alerts, findings) other parts show. */
function told(all: readonly Condition[], more: string): HyperConverged {
  if (all.length === 0)
    return missing('it tells nothing: no operator has looked at it', 'see that the operator runs', more);
  const conditions = all.filter(({ type }) => type in good);
  const wrong = conditions.filter(({ type, status }) => status !== good[type]);
  // that something is not ready keeps Upgradeable from being True: beside its cause that is no news
  const causes = wrong.length > 1 ? wrong.filter(({ type }) => type !== 'Upgradeable') : wrong;
  const problems = causes.map(({ type, status, reason, message }) => ({
    message: `${type} is ${status} (${reason}): ${message}`,
  }));
  const names = causes.map(({ type, status }) => (status === 'True' ? type : `${type} is ${status}`));
  return causes.length === 0
    ? { state: 'well', summary: 'Available', problems, more, conditions }
    : { state: 'notWell', summary: names.join(', '), problems, more, conditions };
}

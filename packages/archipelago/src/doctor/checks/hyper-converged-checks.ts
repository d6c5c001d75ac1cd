import { type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import { hyperConvergedName } from '../../api/hyper-converged-kind.ts';
import { isLookedAfter } from '../../api/is-looked-after.ts';
import { formerSpellings } from '../../config/former-spellings.ts';
import type { ClusterView } from '../cluster/cluster-view.ts';
import type { Check, Outcome } from '../model/check.ts';

/** What is written in a HyperConverged, and where it stands. */
export const hyperConvergedChecks: readonly Check[] = [
  {
    code: 'VD012',
    title: 'Settings are written where they belong',
    severity: 'info',
    confidence: 'certain',
    needs: ['hyperConvergeds'],
    message: '{former} is a former place of {field}: of the two {counts} counts.',
    impact:
      'None today; operators from HyperConverged Cluster Operator 1.15 on ignore what is written there.',
    fix: 'write {field}: {value}, and remove {former}',
    falsePositives: 'manifests that older operators have to understand, too',
    find: placesAreCurrent,
  },
  {
    code: 'VD013',
    title: 'Every HyperConverged has its operator',
    severity: 'warning',
    confidence: 'likely',
    needs: ['hyperConvergeds', 'deployments'],
    message: 'HyperConverged {namespace}/{name} has no effect: the operator looks after {home} only.',
    impact: 'What is configured there holds nowhere.',
    fix: 'write what it says into {home}, and delete it',
    falsePositives: 'an operator without a Deployment, run by who develops it',
    find: noneIsElsewhere,
  },
];

function placesAreCurrent({ hyperConverged, itself }: ClusterView): Outcome {
  // API v1 has no former places
  if (textAt(hyperConverged.object, 'apiVersion').endsWith('/v1')) return [];
  const found = formerSpellings(objectAt(hyperConverged.object, 'spec'));
  return found.map(({ at, field, own, effective = null }) => ({
    object: itself,
    params: { former: at, field, value: effective, counts: effective === own ? field : at },
  }));
}

const operatorNames = new Set(['archipelago-operator', 'hco-operator', 'hyperconverged-cluster-operator']);

/** One that is looked after is somebody's, wherever it stands. */
function noneIsElsewhere(cluster: ClusterView): Outcome {
  const all = cluster.objects('hyperConvergeds');
  const homes = new Set(
    [...cluster.objects('deployments').filter(isOperator), ...all.filter(isLookedAfter)].map(namespaceOf),
  );
  const [home] = homes;
  if (home === undefined) return [];
  return all
    .filter((one) => !homes.has(namespaceOf(one)))
    .map((one) => {
      const [namespace, name] = [namespaceOf(one), textAt(one, 'metadata', 'name')];
      return {
        object: { kind: 'HyperConverged', namespace, name },
        params: { namespace, name, home: `${home}/${hyperConvergedName}` },
      };
    });
}

function isOperator(deployment: JsonObject): boolean {
  return operatorNames.has(textAt(deployment, 'metadata', 'name'));
}

function namespaceOf(object: JsonObject): string {
  return textAt(object, 'metadata', 'namespace');
}

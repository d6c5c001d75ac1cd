import type { ClusterMirror } from '../mirror/cluster-mirror.ts';
import { operatorName } from '../mirror/cluster-resources.ts';
import { usualAlerts } from '../options/alert-choices.ts';
import type { OperatorOptions } from '../options/running-operator.ts';
import { AlertRounds, type AlertRoundsOptions } from './alert-rounds.ts';

interface Creating extends Omit<AlertRoundsOptions, 'choices' | 'about' | 'otherwise' | 'namespace'> {
  readonly mirror: Pick<ClusterMirror, 'hyperConverged'>;
  readonly options: OperatorOptions;
}

/** Events are about the HyperConverged, or about the operator while there is none. */
export function createAlerts({ mirror, options, ...rest }: Creating): AlertRounds {
  const metadata = { name: operatorName, namespace: options.namespace };
  return new AlertRounds({
    ...rest,
    namespace: options.namespace,
    choices: options.alerts ?? usualAlerts,
    about: () => mirror.hyperConverged()?.object,
    otherwise: { apiVersion: 'apps/v1', kind: 'Deployment', metadata },
  });
}

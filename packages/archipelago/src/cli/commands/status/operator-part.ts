import { statusIn } from '../../../operator/hyper-converged.ts';
import { deployments, operatorName } from '../../../operator/mirror/cluster-resources.ts';
import { seenDeployment } from '../../../operator/mirror/seen-deployment.ts';
import { otherOperatorNames, otherOperators } from '../../../reconcile/other-operators.ts';
import { ownEntry, versionIn } from '../../../reconcile/release.ts';
import { flagAdvice } from '../../advice/flag-advice.ts';
import { plainObject } from '../../cluster/live-cluster.ts';
import { leaderOf } from './leader-of.ts';
import type { StatusReport } from './status-schema.ts';
import type { StatusView } from './status-view.ts';

type Operator = StatusReport['operator'];
type Problem = Operator['problems'][number];
type Named = Pick<ReturnType<typeof seenDeployment>, 'namespace' | 'name'>;

/** Who leads, of which version, and which operators run beside it. */
export async function operatorPart(view: StatusView): Promise<Operator> {
  const [lead, others] = await Promise.all([leaderOf(view), besides(view)]);
  const version = versionOf(view, 'operator');
  return {
    ...lead,
    state: others.length > 0 ? 'notWell' : lead.state,
    summary:
      version === undefined ? lead.summary : `${told(version, versionOf(view, ownEntry))}; ${lead.summary}`,
    problems: [...lead.problems, ...others],
    more: `kubectl get deployment,lease ${operatorName} -n ${view.namespace}`,
    ...(version === undefined ? {} : { version }),
  };
}

/** The HyperConverged Cluster Operator where it runs here, and an Archipelago of another namespace. */
async function besides({
  client,
  namespace,
  hyperConverged,
  options,
}: StatusView): Promise<readonly Problem[]> {
  const [here, everywhere] = await Promise.all([
    client.list(deployments, { namespace }),
    client.list(deployments, { fieldSelector: `metadata.name=${operatorName}` }),
  ]);
  const named: readonly string[] = otherOperatorNames;
  const others = (here.ok ? here.value.items : []).filter(({ metadata }) => named.includes(metadata.name));
  const twins = (everywhere.ok ? everywhere.value.items : [])
    .filter(({ metadata }) => metadata.name === operatorName && metadata.namespace !== namespace)
    .map(seenDeployment)
    .filter(({ wanted, running }) => wanted > 0 || running > 0);
  return [
    ...otherOperators(others.map(seenDeployment)).map(({ at, message, fix }) => ({
      message: `${at} ${message}`,
      ...(fix === undefined ? {} : { fix }),
    })),
    ...twins.map((twin) => {
      const look = (options.advice ?? flagAdvice).lookAtNamespace(twin.namespace);
      return besideUs(twin, { namespace, look, isHere: hyperConverged.state === 'there' });
    }),
  ];
}

/** Which of two is wrong is known only where the HyperConverged is seen. */
function besideUs(
  twin: Named,
  {
    namespace,
    look,
    isHere,
  }: { readonly namespace: string; readonly look: string; readonly isHere: boolean },
): Problem {
  return {
    object: `Deployment/${twin.namespace}/${twin.name}`,
    ...(isHere
      ? {
          message: `another Archipelago runs in ${twin.namespace}, and the HyperConverged is in ${namespace}`,
          fix: `kubectl delete deployment ${twin.name} -n ${twin.namespace}`,
        }
      : {
          message: `Archipelago runs in ${twin.namespace}, and no HyperConverged was seen in ${namespace}`,
          fix: look,
        }),
  };
}

function versionOf(
  { hyperConverged }: StatusView,
  entry: Parameters<typeof versionIn>[1],
): string | undefined {
  if (hyperConverged.state !== 'there') return undefined;
  const version = versionIn(statusIn(plainObject(hyperConverged.object)), entry);
  return version === '' ? undefined : version;
}

/** The release of Archipelago, and the one of the HyperConverged Cluster Operator that it behaves as. */
function told(version: string, own: string | undefined): string {
  return own === undefined ? `version ${version}` : `version ${own}, behaves as ${version}`;
}

import {
  conditionOf,
  isConditionTrue,
  type JsonObject,
  listAt,
  numberAt,
  textAt,
} from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { millisecondsAt, minutes } from '../cluster/moments.ts';
import type { NodeView } from '../cluster/node-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

/** Whether what is installed works. */
export const healthChecks: readonly Check[] = [
  {
    code: 'VD001',
    title: 'A HyperConverged exists',
    severity: 'critical',
    confidence: 'certain',
    needs: ['serviceVersions'],
    message: 'There is no HyperConverged: the operators are installed, and nothing is deployed.',
    impact: 'Neither virtual machines nor disks can be made.',
    fix: 'create the HyperConverged kubevirt-hyperconverged in the namespace of the operator',
    falsePositives: 'KubeVirt that was installed without the operator: skipped where a KubeVirt is there',
    find: hyperConvergedIsThere,
  },
  {
    code: 'VD002',
    title: 'The HyperConverged is healthy',
    severity: 'critical',
    confidence: 'certain',
    needs: ['hyperConvergeds'],
    message: 'The HyperConverged is {type}={status}: {reason}: {message}',
    impact: 'Some of virtualization does not work, or not as configured.',
    fix: 'look at the operand that the reason names: kubectl describe it',
    falsePositives: 'an upgrade: Progressing for less than ten minutes is told as information',
    find: isHealthy,
  },
  {
    code: 'VD003',
    title: 'No configuration by JSON patch',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hyperConvergeds'],
    message: 'The HyperConverged {said}: nothing checks that, and an upgrade may break it.',
    impact: 'A patch wins over the settings, and what it writes may not exist in the next release.',
    fix: 'write the settings in the spec where there are fields for them, and remove the annotation',
    falsePositives: 'clusters to try things out',
    find: hasNoPatches,
  },
  {
    code: 'VD004',
    title: 'Deployments are available',
    severity: 'critical',
    confidence: 'certain',
    needs: ['deployments'],
    message: 'Deployment {name} has {available} of {wanted} replicas.',
    impact: 'What it serves answers late, or not at all.',
    fix: 'look at its pods: kubectl get pods -n {namespace}',
    commands: ['kubectl describe deployment {name} -n {namespace}'],
    falsePositives: 'a Deployment that was scaled to 0 is left out',
    find: deploymentsAreAvailable,
  },
  {
    code: 'VD005',
    title: 'virt-handler runs on every workload node',
    severity: 'critical',
    confidence: 'certain',
    needs: ['daemonSets', 'nodes'],
    after: ['VD201', 'VD202'],
    message: 'virt-handler is ready on {ready} of {wanted} workload nodes.',
    impact: 'On the others no virtual machine starts, and those that run cannot be managed.',
    fix: 'look for the taint, label or image that keeps it away: kubectl get pods -l kubevirt.io=virt-handler -A -o wide',
    falsePositives: 'nodes that are not ready, or joined a moment ago, are left out',
    find: handlersAreReady,
  },
];

const tenMinutes = 10 * 60_000;

function hyperConvergedIsThere(cluster: ClusterView): Outcome {
  if (cluster.given('kubeVirts') !== undefined) return { skipped: 'there is a KubeVirt' };
  const isInstalled = cluster
    .objects('serviceVersions')
    .some(
      (one) =>
        textAt(one, 'status', 'phase') === 'Succeeded' &&
        /hco|hyperconverged/.test(textAt(one, 'metadata', 'name')),
    );
  if (!isInstalled) return { skipped: 'the operator is not installed by OLM' };
  if (cluster.hasFailed('hyperConvergeds')) return { unknown: 'the HyperConverged could not be read' };
  return cluster.given('hyperConvergeds') === undefined ? [{ params: {} }] : [];
}

/** What is worst is told, once: the others follow from it. */
function isHealthy({ hyperConverged, itself, now }: ClusterView): Outcome {
  const wrong = [
    { type: 'Degraded', status: 'True' },
    { type: 'Available', status: 'False' },
    { type: 'ReconcileComplete', status: 'False' },
  ];
  for (const { type, status } of wrong) {
    const condition = conditionOf(hyperConverged.object, type);
    if (condition?.status === status) return [{ object: itself, params: told(type, condition) }];
  }
  const progressing = conditionOf(hyperConverged.object, 'Progressing');
  const since = millisecondsAt(textAt(progressing, 'lastTransitionTime'), now);
  if (progressing?.status !== 'True') return [];
  const age = since === undefined ? 0 : now - since;
  const params = { ...told('Progressing', progressing), minutes: minutes(age) };
  return [{ object: itself, severity: age > tenMinutes ? 'warning' : 'info', params }];
}

function told(type: string, condition: JsonObject): JsonObject {
  return {
    type,
    status: textAt(condition, 'status'),
    reason: textAt(condition, 'reason'),
    message: textAt(condition, 'message'),
  };
}

const patchAnnotations = ['kubevirt', 'containerizeddataimporter', 'networkaddonsconfigs', 'ssp'].map(
  (name) => `${name}.kubevirt.io/jsonpatch`,
);

function hasNoPatches({ hyperConverged, itself }: ClusterView): Outcome {
  const found = patchAnnotations.flatMap((annotation): readonly Found[] => {
    const text = hyperConverged.annotation(annotation);
    const operations = operationsIn(text);
    const said = `has the annotation ${annotation} with ${operations} operations`;
    return text === '' ? [] : [{ object: itself, params: { annotation, operations, said } }];
  });
  const isTainted = isConditionTrue(hyperConverged.object, 'TaintedConfiguration');
  if (found.length > 0 || !isTainted) return found;
  return [{ object: itself, params: { said: 'was changed by a JSON patch' }, fix: tainted }];
}

const tainted = 'look at the message of its condition TaintedConfiguration';

function operationsIn(text: string): number {
  try {
    return listAt({ patch: JSON.parse(text) }, 'patch').length;
  } catch {
    return 0;
  }
}

function deploymentsAreAvailable(cluster: ClusterView): Outcome {
  const namespaces = cluster.operatorNamespaces;
  const isHidden = cluster.isRefused('hyperConvergeds') || cluster.isRefused('kubeVirts');
  if (namespaces.size === 0 && isHidden) return { unknown: 'where operators are may not be seen' };
  if (namespaces.size === 0) return { skipped: 'there is neither a HyperConverged nor a KubeVirt' };
  const ours = cluster
    .objects('deployments')
    .filter((one) => namespaces.has(textAt(one, 'metadata', 'namespace')));
  return ours.flatMap((one): readonly Found[] => {
    const wanted = numberAt(one, 'spec', 'replicas') ?? 1;
    const available = numberAt(one, 'status', 'availableReplicas') ?? 0;
    if (available >= wanted || isYoung(one, cluster.now)) return [];
    const [name, namespace] = [textAt(one, 'metadata', 'name'), textAt(one, 'metadata', 'namespace')];
    return [
      {
        object: { kind: 'Deployment', namespace, name },
        severity: available === 0 ? 'critical' : 'warning',
        params: { name, namespace, available, wanted },
      },
    ];
  });
}

/** Not long enough in this state to be told of. */
function isYoung(deployment: JsonObject, now: number): boolean {
  if (isConditionTrue(deployment, 'Available')) return false;
  const since = textAt(conditionOf(deployment, 'Available'), 'lastTransitionTime');
  const at = millisecondsAt(since, now);
  return at !== undefined && now - at < tenMinutes / 2;
}

function handlersAreReady(cluster: ClusterView): Outcome {
  const handler = cluster
    .objects('daemonSets')
    .find((one) => textAt(one, 'metadata', 'name') === 'virt-handler');
  if (handler === undefined) return { skipped: 'there is no DaemonSet virt-handler' };
  const wanted = cluster.workloadNodes.length;
  const desired = numberAt(handler, 'status', 'desiredNumberScheduled') ?? 0;
  const ready = numberAt(handler, 'status', 'numberReady') ?? 0;
  const excused = cluster.workloadNodes.filter(
    (node) => !node.isReady || isJoining(node, cluster.now),
  ).length;
  if (Math.abs(desired - wanted) <= excused && desired - ready <= excused && (desired > 0 || wanted === 0))
    return [];
  const [name, namespace] = ['virt-handler', textAt(handler, 'metadata', 'namespace')];
  const severity = desired === 0 ? 'critical' : 'warning';
  return [{ object: { kind: 'DaemonSet', namespace, name }, severity, params: { ready, wanted, desired } }];
}

/** Nobody expects it to be complete yet. */
function isJoining({ object }: NodeView, now: number): boolean {
  const since = millisecondsAt(textAt(object, 'metadata', 'creationTimestamp'), now);
  return since !== undefined && now - since < tenMinutes / 2;
}

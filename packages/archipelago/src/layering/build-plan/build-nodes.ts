import {
  isConditionTrue,
  type KubernetesObject,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { type Architecture, architectures } from '../../api/architectures.ts';
import { machineConfigGroup } from '../api/layering-names.ts';
import type { BuildPlacement, Toleration } from '../api/machine-os-config.ts';
import { oncePerList } from './once-per-list.ts';
import { poolNodeOf } from './pool-node.ts';

/** Taints that mark an architecture are no reason to stay away from builds of it. */
export const standardTolerations: readonly Toleration[] = [
  { key: 'kubernetes.io/arch', operator: 'Exists' },
  { key: 'multiarch.openshift.io/arch', operator: 'Exists' },
];

/** What the pods of a build tolerate. */
export function tolerationsOf({ tolerations }: BuildPlacement): readonly Toleration[] {
  return [...standardTolerations, ...tolerations];
}

/** Whether one architecture can be built now, or why nowhere. */
type BuildNodes = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** Any node of the cluster will do, in the pool or not, that is ready, open for pods and chosen by the placement. */
export function buildNodesOf(
  nodes: readonly KubernetesObject[],
  architecture: Architecture,
  placement: BuildPlacement,
): BuildNodes {
  const fitting = nodesOf(nodes, architecture);
  if (fitting.some((node) => obstacleOf(node, placement) === undefined)) return { ok: true };
  const reasons = fitting.slice(0, 5).map((node) => `${node.metadata.name} ${obstacleOf(node, placement)}`);
  const more = fitting.length > 5 ? `, and ${fitting.length - 5} more` : '';
  const message =
    fitting.length === 0
      ? `there is no linux/${architecture} node`
      : `no linux/${architecture} node takes builds: ${reasons.join(', ')}${more}`;
  return { ok: false, message };
}

/** Whether a node that takes builds of it was made then or later; milliseconds since 1970. */
export function hasNodeSince(
  nodes: readonly KubernetesObject[],
  { architecture, placement }: { readonly architecture: Architecture; readonly placement: BuildPlacement },
  since: number,
): boolean {
  return nodesOf(nodes, architecture).some(
    (node) =>
      Date.parse(node.metadata.creationTimestamp ?? '') >= since && obstacleOf(node, placement) === undefined,
  );
}

/** Nodes of an architecture that are about to be drained, or are: they take builds only where no other does. */
export function leavingNodesOf(
  nodes: readonly KubernetesObject[],
  architecture: Architecture,
): readonly string[] {
  return leavingByArchitecture(nodes).get(architecture) ?? [];
}

const byArchitecture = oncePerList(
  (nodes: readonly KubernetesObject[]) =>
    new Map(architectures.map((name) => [name, nodes.filter((node) => isOf(node, name))])),
);

/** Nodes of an architecture in the whole cluster. */
export function nodesOf(
  nodes: readonly KubernetesObject[],
  architecture: Architecture,
): readonly KubernetesObject[] {
  return byArchitecture(nodes).get(architecture) ?? [];
}

const leavingByArchitecture = oncePerList(
  (nodes: readonly KubernetesObject[]) =>
    new Map(
      architectures.map((name) => [
        name,
        nodesOf(nodes, name)
          .filter(isLeaving)
          .map(({ metadata }) => metadata.name),
      ]),
    ),
);

/** Cordoned, or on the way to another configuration or image, as the Machine Config Operator tells it. */
function isLeaving(node: KubernetesObject): boolean {
  if (valueAt(node, 'spec', 'unschedulable') === true) return true;
  const { annotations = {} } = node.metadata;
  const differs = (one: string, other: string) => annotations[own(one)] !== annotations[own(other)];
  return (
    objectsAt(node, 'spec', 'taints').some(({ key }) => key === 'UpdateInProgress') ||
    annotations[own('state')] === 'Working' ||
    (annotations[own('desiredDrain')] ?? '').startsWith('drain-') ||
    differs('currentConfig', 'desiredConfig') ||
    differs('currentImage', 'desiredImage')
  );
}

function own(name: string): string {
  return `${machineConfigGroup}/${name}`;
}

/** By label, because the scheduler goes by it; a node that says otherwise about itself is left alone. */
function isOf(node: KubernetesObject, architecture: Architecture): boolean {
  const { architecture: reported, labelledArchitecture, operatingSystem } = poolNodeOf(node);
  return (
    labelledArchitecture === architecture &&
    (reported ?? architecture) === architecture &&
    (operatingSystem ?? 'linux') === 'linux'
  );
}

function obstacleOf(node: KubernetesObject, placement: BuildPlacement): string | undefined {
  if (!isConditionTrue(node, 'Ready')) return 'is not ready';
  if (valueAt(node, 'spec', 'unschedulable') === true) return 'is cordoned';
  const labels = node.metadata.labels ?? {};
  const missing = Object.entries(placement.nodeSelector).find(([key, value]) => labels[key] !== value);
  if (missing !== undefined) return `has no label ${missing[0]}=${missing[1]}`;
  const tolerations = tolerationsOf(placement);
  const taint = objectsAt(node, 'spec', 'taints').find(
    (one) =>
      one.effect !== 'PreferNoSchedule' && !tolerations.some((toleration) => tolerates(toleration, one)),
  );
  if (taint === undefined) return undefined;
  return `has the taint ${textAt(taint, 'key')}=${textAt(taint, 'value')}:${textAt(taint, 'effect')}`;
}

function tolerates({ key, operator = 'Equal', value = '', effect }: Toleration, taint: unknown): boolean {
  const isKey = key === undefined ? operator === 'Exists' : key === textAt(taint, 'key');
  const isValue = operator === 'Exists' || value === textAt(taint, 'value');
  return isKey && isValue && (effect === undefined || effect === textAt(taint, 'effect'));
}

import {
  type JsonObject,
  type KubernetesObject,
  numberAt,
  objectAt,
  textAt,
} from '@archipelago/apimachinery';
import { claimDependents } from '../plan/claim-dependents.ts';
import { intOrPercent } from '../plan/int-or-percent.ts';
import { type Planned, soonest, type WorkloadWorld, type WorkloadWrite } from '../plan/planned.ts';
import { podFromTemplate } from '../plan/pod-from-template.ts';
import { ageOf, availableIn, isEnded, isLeaving, isReady, nodeOf } from '../plan/pod-state.ts';
import { counted, writeStatus } from '../plan/write-status.ts';
import { daemonTolerationsOf, wantsDaemon } from '../scheduling/node-taints.ts';
import { controllerRevisions, revisionLabel } from './controller-revisions.ts';

/** A DaemonSet with the pods it has, by the node that each is for. */
interface Daemons {
  readonly set: KubernetesObject;
  readonly hash: string;
  /** Nodes that are to have a pod. */
  readonly wanted: ReadonlySet<string>;
  readonly byNode: ReadonlyMap<string, readonly KubernetesObject[]>;
  readonly availableIn: (pod: KubernetesObject) => number;
}

/** What the daemon set controller does: a pod on each node that takes it, and from one template to the next node by node. */
export function planDaemonSet(set: KubernetesObject, world: WorkloadWorld): Planned {
  const { own, writes } = claimDependents('Pod', set, world);
  const revisions = controllerRevisions(set, world, ({ metadata }) =>
    own.some((pod) => pod.metadata.labels?.[revisionLabel] === metadata.labels?.[revisionLabel]),
  );
  const minReady = numberAt(set, 'spec', 'minReadySeconds') ?? 0;
  const daemons: Daemons = {
    set,
    hash: revisions.hash,
    ...placesOf(set, own, world),
    availableIn: (pod) => availableIn(pod, minReady, world.now),
  };
  const waits = own.map(daemons.availableIn).filter((wait) => wait > 0);
  if (isLeaving(set)) return { writes };
  return {
    writes: [
      ...writes,
      ...revisions.writes,
      ...adjust(daemons),
      ...replace(daemons),
      ...writeStatus('DaemonSet', set, statusOf(daemons)),
    ],
    afterMs: soonest(...waits),
  };
}

function placesOf(set: KubernetesObject, pods: readonly KubernetesObject[], world: WorkloadWorld) {
  const byNode = new Map<string, readonly KubernetesObject[]>();
  for (const pod of pods) {
    const node = nodeOf(pod) || intendedNode(pod);
    byNode.set(node, [...(byNode.get(node) ?? []), pod]);
  }
  const spec = objectAt(set, 'spec', 'template', 'spec');
  const wanted = world
    .list('Node')
    .filter((node) => wantsDaemon(spec, node, byNode.has(node.metadata.name)))
    .map(({ metadata }) => metadata.name);
  return { byNode, wanted: new Set(wanted) };
}

function intendedNode(pod: KubernetesObject): string {
  return textAt(
    pod,
    'spec',
    'affinity',
    'nodeAffinity',
    'requiredDuringSchedulingIgnoredDuringExecution',
    'nodeSelectorTerms',
    0,
    'matchFields',
    0,
    'values',
    0,
  );
}

function adjust({ set, hash, wanted, byNode }: Daemons): readonly WorkloadWrite[] {
  const missing = [...wanted].filter((node) => !byNode.has(node));
  const surplus = [...byNode].flatMap(([node, pods]) => {
    const [, ...more] = [...pods]
      .filter((pod) => !isEnded(pod))
      .sort((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1));
    return wanted.has(node) ? [...pods.filter(isEnded), ...more] : pods;
  });
  return [
    ...missing.map((node) => daemonPod(set, node, hash)),
    ...surplus.filter((pod) => !isLeaving(pod)).map(deletion),
  ];
}

function deletion(object: KubernetesObject): WorkloadWrite {
  return { do: 'delete', kind: 'Pod', object };
}

function daemonPod(set: KubernetesObject, node: string, hash: string): WorkloadWrite {
  const spec = objectAt(set, 'spec', 'template', 'spec');
  const affinity = {
    ...objectAt(spec, 'affinity'),
    nodeAffinity: {
      ...objectAt(spec, 'affinity', 'nodeAffinity'),
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }],
      },
    },
  };
  return podFromTemplate(set, {
    labels: { [revisionLabel]: hash },
    spec: { affinity, tolerations: [...daemonTolerationsOf(spec)] },
  });
}

/** Pods of former templates go: those that are not available at once, others as far as `maxUnavailable` lets them. */
function replace(daemons: Daemons): readonly WorkloadWrite[] {
  const { set, hash, wanted, byNode } = daemons;
  if (textAt(set, 'spec', 'updateStrategy', 'type') === 'OnDelete') return [];
  const { maxUnavailable, maxSurge } = objectAt(set, 'spec', 'updateStrategy', 'rollingUpdate');
  // no node ever has two pods here: where people ask for a surge, so many may be away instead
  const most = Math.max(1, intOrPercent(maxUnavailable, wanted.size), intOrPercent(maxSurge, wanted.size));
  const there = [...wanted].map((node) => byNode.get(node)?.find((pod) => !isLeaving(pod) && !isEnded(pod)));
  const isAvailable = (pod: KubernetesObject) => daemons.availableIn(pod) === 0;
  const away = there.filter((pod) => pod === undefined || !isAvailable(pod)).length;
  const old = there
    .filter((pod) => pod !== undefined)
    .filter((pod) => pod.metadata.labels?.[revisionLabel] !== hash);
  const useless = old.filter((pod) => !isAvailable(pod));
  return [...useless, ...old.filter(isAvailable).slice(0, Math.max(0, most - away))].map(deletion);
}

function statusOf(daemons: Daemons): JsonObject {
  const { set, hash, wanted, byNode } = daemons;
  const standing = [...wanted].flatMap((node) => byNode.get(node)?.slice(0, 1) ?? []);
  const count = (holds: (pod: KubernetesObject) => boolean) => standing.filter(holds).length;
  const available = count((pod) => daemons.availableIn(pod) === 0);
  return {
    currentNumberScheduled: standing.length,
    numberMisscheduled: [...byNode.keys()].filter((node) => node !== '' && !wanted.has(node)).length,
    desiredNumberScheduled: wanted.size,
    numberReady: count(isReady),
    observedGeneration: set.metadata.generation,
    updatedNumberScheduled: counted(count(({ metadata }) => metadata.labels?.[revisionLabel] === hash)),
    numberAvailable: counted(available),
    numberUnavailable: counted(wanted.size - available),
  };
}

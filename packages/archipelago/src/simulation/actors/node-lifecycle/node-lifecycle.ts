import {
  type JsonObject,
  jsonEqual,
  type KubernetesObject,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import type { Play, PlayedWrite } from '../players/play.ts';

const node: Resource = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };

const notReady = 'node.kubernetes.io/not-ready';
const unreachable = 'node.kubernetes.io/unreachable';
const unschedulable = 'node.kubernetes.io/unschedulable';
const ours = [notReady, unreachable, unschedulable];

/** Plays the node lifecycle controller: taints of a node say what its condition Ready, and a cordon, say. */
export const nodeLifecycle: Play<'Node'> = {
  name: 'node lifecycle',
  resources: { Node: node },
  look: (world) => ({ writes: world.list('Node').flatMap(writesOf) }),
};

function writesOf(object: KubernetesObject): readonly PlayedWrite[] {
  const before = objectsAt(object, 'spec', 'taints');
  const taints = taintsOf(object);
  if (jsonEqual([...before], [...taints])) return [];
  const patch = { spec: { taints: taints.length === 0 ? null : [...taints] } };
  return [{ do: 'patch', resource: node, object, patch }];
}

/** Those that are there stay as and where they are; those that are missing come last. */
function taintsOf(object: KubernetesObject): readonly JsonObject[] {
  const wanted = wantedOf(object);
  const before = objectsAt(object, 'spec', 'taints');
  const isWanted = (taint: JsonObject) =>
    wanted.some(({ key, effect }) => key === taint.key && effect === taint.effect);
  const kept = before.filter((taint) => !ours.includes(textAt(taint, 'key')) || isWanted(taint));
  const missing = wanted.filter(
    ({ key, effect }) => !kept.some((taint) => taint.key === key && taint.effect === effect),
  );
  return [...kept, ...missing];
}

/** A node that has not said anything yet is not ready. */
function wantedOf(object: KubernetesObject) {
  const ready = objectsAt(object, 'status', 'conditions').find(({ type }) => type === 'Ready');
  const isCordoned = valueAt(object, 'spec', 'unschedulable') === true;
  const effects = ['NoSchedule', 'NoExecute'];
  const failing = { True: undefined, False: notReady, Unknown: unreachable }[readiness(ready)];
  return [
    ...(failing === undefined ? [] : effects.map((effect) => ({ key: failing, effect }))),
    ...(isCordoned ? [{ key: unschedulable, effect: 'NoSchedule' }] : []),
  ];
}

function readiness(ready: JsonObject | undefined): 'True' | 'False' | 'Unknown' {
  const status = textAt(ready, 'status');
  return status === 'True' || status === 'Unknown' ? status : 'False';
}

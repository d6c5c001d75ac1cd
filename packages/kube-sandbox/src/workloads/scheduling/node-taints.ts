import {
  type JsonObject,
  type KubernetesObject,
  matchesPodPlacement,
  objectsAt,
  type Taint,
  textAt,
  tolerates,
} from '@archipelago/apimachinery';

/** A taint of a node, and since when it has it. */
interface NodeTaint extends Taint {
  /** RFC 3339; empty where nobody has said. */
  readonly timeAdded: string;
}

export function nodeTaints(node: KubernetesObject): readonly NodeTaint[] {
  return objectsAt(node, 'spec', 'taints').map((taint) => ({
    key: textAt(taint, 'key'),
    value: textAt(taint, 'value'),
    effect: textAt(taint, 'effect'),
    timeAdded: textAt(taint, 'timeAdded'),
  }));
}

/** Taints of nodes that every daemon stands. */
const daemonTolerations: readonly JsonObject[] = [
  ...['not-ready', 'unreachable'].map((name) => ({ name, effect: 'NoExecute' })),
  ...['disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'].map((name) => ({
    name,
    effect: 'NoSchedule',
  })),
].map(({ name, effect }) => ({ key: `node.kubernetes.io/${name}`, operator: 'Exists', effect }));

/** The spec of a daemon's pod: it stands what becomes of its node. */
export function daemonTolerationsOf(podSpec: JsonObject): readonly JsonObject[] {
  return [...objectsAt(podSpec, 'tolerations'), ...daemonTolerations];
}

/** Whether a DaemonSet with this pod spec has a pod on the node. With `isThere` only what drives pods away counts. */
export function wantsDaemon(podSpec: JsonObject, node: KubernetesObject, isThere = false): boolean {
  const { name, labels = {} } = node.metadata;
  const tolerations = daemonTolerationsOf(podSpec);
  const effects = isThere ? ['NoExecute'] : ['NoExecute', 'NoSchedule'];
  return (
    matchesPodPlacement(podSpec, { name, labels }) &&
    nodeTaints(node)
      // says what the node's conditions say
      .filter(({ key, effect }) => effects.includes(effect) && !isOfReadiness(key))
      .every((taint) => tolerations.some((toleration) => tolerates(toleration, taint)))
  );
}

function isOfReadiness(key: string): boolean {
  return ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'].includes(key);
}

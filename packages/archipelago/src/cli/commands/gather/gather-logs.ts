import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { names } from '../../../layering/api/layering-names.ts';
import { layeringKinds } from '../../../operator/layering/layering-kinds.ts';
import { type OpenedPodLog, openPodLog } from '../layering/logs/open-pod-log.ts';
import { isSafeName } from './gather-folder.ts';
import type { Gathered } from './gather-part.ts';
import type { GatheredCluster } from './gathered-cluster.ts';
import { operatorPods } from './operator-pods.ts';
import { readTail } from './read-tail.ts';
import { scrubText } from './scrub-text.ts';

/** A log of a container. */
interface LogPlace {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** Of the container before the last restart. */
  readonly previous: boolean;
}

const bounds = { lines: 10_000, bytes: 5 * 1024 * 1024, logs: 60, atATime: 3, patienceMs: 10_000 } as const;

/** For all of them: what has come by then is there. */
export const longestLogsMs = 40_000;

/** The last lines of what the operator and builds say, and said before their containers were restarted. */
export async function gatherLogs(cluster: GatheredCluster): Promise<Gathered> {
  const { pods, problems } = await ownPods(cluster);
  const places = pods.flatMap(logsOf);
  const chosen = places.slice(0, bounds.logs);
  const queue = [...chosen];
  const done: Gathered[] = [];
  const end = performance.now() + longestLogsMs;
  const work = async () => {
    while (performance.now() < end) {
      const next = queue.shift();
      if (next === undefined) return;
      done.push(await inTime(gatherLog(cluster, next), next));
    }
  };
  await Promise.all(Array.from({ length: bounds.atATime }, work));
  const rest = places.length - chosen.length;
  const late = queue.map((place) => `${pathOf(place)} was not read: others took too long`);
  return {
    files: done.flatMap(({ files }) => files),
    missing: [
      ...problems,
      ...done.flatMap(({ missing }) => missing),
      ...late,
      ...(rest === 0 ? [] : [`${rest} logs of older pods were not read: there are ${places.length}`]),
    ],
  };
}

/** The operator's first, then those of builds, the newest first. */
async function ownPods({ client, namespace, namespaces }: GatheredCluster) {
  const labelSelector = names.component;
  const [own, ...builds] = await Promise.all([
    client.list(layeringKinds.pods, { namespace }),
    // a label is anybody's to set: pods elsewhere are not ours
    ...namespaces.map((each) => client.list(layeringKinds.pods, { namespace: each, labelSelector })),
  ]);
  const ofBuilds = builds.flatMap((listed) => (listed.ok ? listed.value.items : []));
  const age = (pod: (typeof ofBuilds)[number]) => String(pod.metadata.creationTimestamp ?? '');
  ofBuilds.sort((a, b) => (age(a) > age(b) ? -1 : 1));
  const pods: readonly unknown[] = [...(own.ok ? operatorPods(own.value.items) : []), ...ofBuilds];
  const problems = [
    ...(own.ok ? [] : [`pods of ${namespace} could not be listed: ${own.status.message}`]),
    ...builds.flatMap((listed) =>
      listed.ok ? [] : [`pods of builds could not be listed: ${listed.status.message}`],
    ),
  ];
  return { pods: pods.map((each) => objectAt(each)), problems };
}

function logsOf(pod: JsonObject): readonly LogPlace[] {
  const [namespace, name] = [textAt(pod, 'metadata', 'namespace'), textAt(pod, 'metadata', 'name')];
  const containers = ['initContainers', 'containers'].flatMap((list) => objectsAt(pod, 'spec', list));
  const statuses = ['initContainerStatuses', 'containerStatuses'].flatMap((list) =>
    objectsAt(pod, 'status', list),
  );
  const restarted = new Set(
    statuses.filter((each) => (numberAt(each, 'restartCount') ?? 0) > 0).map((each) => textAt(each, 'name')),
  );
  return containers.flatMap((each) => {
    const place = { namespace, pod: name, container: textAt(each, 'name'), previous: false };
    return restarted.has(place.container) ? [place, { ...place, previous: true }] : [place];
  });
}

async function gatherLog({ transport }: GatheredCluster, place: LogPlace): Promise<Gathered> {
  const { namespace, pod, container } = place;
  const path = pathOf(place);
  if (![namespace, pod, container].every(isSafeName))
    return { files: [], missing: ['a log of a pod with an odd name was not read'] };
  try {
    const opened = await openPodLog(transport, { ...place, follow: false, tail: bounds.lines });
    if (opened.kind !== 'open') return { files: [], missing: whyNot(path, opened) };
    const { text, isWhole } = await readTail(opened.chunks, bounds);
    const late = isWhole ? [] : [`${path} is not whole: the API server did not send it in time`];
    return { files: [{ path, text: scrubText(text) }], missing: late };
  } catch (error) {
    return { files: [], missing: [`${path}: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

function pathOf({ namespace, pod, container, previous }: LogPlace): string {
  return `logs/${namespace}/${pod}/${container}${previous ? '.previous' : ''}.log`;
}

/** A kubelet that says nothing holds the others up no longer than that. */
async function inTime(gathered: Promise<Gathered>, place: LogPlace): Promise<Gathered> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Gathered>((resolve) => {
    const missing = [`${pathOf(place)}: no answer within ${(2 * bounds.patienceMs) / 1_000} s`];
    timer = setTimeout(() => resolve({ files: [], missing }), 2 * bounds.patienceMs);
  });
  try {
    return await Promise.race([gathered, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A container that has not begun has no log that could be missing. */
function whyNot(path: string, opened: Exclude<OpenedPodLog, { readonly kind: 'open' }>): readonly string[] {
  switch (opened.kind) {
    case 'waiting':
      return [];
    case 'gone':
      return [`${path}: the pod is gone`];
    case 'refused':
      return [`${path}: ${opened.message}`];
  }
}

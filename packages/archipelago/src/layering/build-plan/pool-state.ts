import { isConditionTrue, type KubernetesObject, numberAt, valueAt } from '@archipelago/apimachinery';
import { type Architecture, isArchitecture } from '../../api/architectures.ts';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import { type Detection, detectArchitectures } from '../detect-architectures.ts';
import { loginBlockOf } from './login-block.ts';
import { nodeRolloutOf } from './node-rollout.ts';
import { readBuilds } from './observed-build.ts';
import type { PlanDraft } from './plan-draft.ts';
import { type Claim, chooses } from './pool-claims.ts';
import { poolNodeOf } from './pool-node.ts';
import { proxyBlockOf } from './proxy-block.ts';
import type { Reading } from './reading.ts';

/** The nodes that get the image, and what stands in the way of building one. */
export interface PoolState {
  /** Where there is a MachineConfigPool. */
  readonly pool: KubernetesObject | undefined;
  readonly nodes: readonly KubernetesObject[];
  readonly detection: Detection;
  /** Why no build may begin; undefined: one may. */
  readonly blocked: { readonly reason: string; readonly message: string } | undefined;
}

export function poolStateOf(reading: Reading, draft: PlanDraft): PoolState {
  const { config } = reading;
  const { members } = config;
  const pool = members.kind === 'pool' ? reading.pool(members.name) : undefined;
  const nodes = membersOf(config, reading, draft);
  const detection = detectArchitectures({
    nodes: nodes.map(poolNodeOf),
    explicit: config.architectures,
    expected: config.expectMachineSets ? expectedBy(reading.machineSets(), config, pool) : [],
    known: knownIn(reading),
    time: reading,
    removalGraceSeconds: config.removalGraceSeconds,
  });
  for (const { reason, message } of detection.findings) draft.find('warning', reason, message);
  for (const name of detection.leftUnbuilt) draft.find('info', 'ArchitectureLeft', leftMessage(name));
  for (const { source, goneSince } of detection.architectures)
    if (source === 'Departed' && goneSince !== undefined)
      draft.wake(Date.parse(goneSince) + config.removalGraceSeconds * 1000);
  return {
    pool,
    nodes,
    detection,
    blocked: blockedBy(config, pool, nodes) ?? loginBlockOf(reading) ?? proxyBlockOf(reading),
  };
}

/** What was wanted until now, and whether there ever was an image of it, published or on the way to that. */
function knownIn(reading: Reading) {
  const { config } = reading;
  const { architectures = [], children = {} } = config.status;
  if (architectures.length === 0) return [];
  const platforms = readBuilds(reading.builds(config.name)).flatMap(({ status }) => status.platforms ?? []);
  const built = new Set<string>(
    platforms.filter(({ image }) => image !== undefined).map(({ architecture }) => architecture),
  );
  return architectures.map(({ name, goneSince }) => ({
    name,
    goneSince,
    isBuilt: Object.hasOwn(children, name) || built.has(name),
  }));
}

function leftMessage(name: Architecture): string {
  return `the last ${name} node has left before an image was built for it, so none is built; add a node, or list ${name} in spec.architectures to have one all the same`;
}

function membersOf(
  { members }: MachineOsConfig,
  reading: Reading,
  draft: PlanDraft,
): readonly KubernetesObject[] {
  if (members.kind === 'labels') return reading.labelledNodes(members.labels);
  return reading
    .claims(members.name)
    .filter((claim) => isMember(claim, members.name, draft))
    .map(({ node }) => node);
}

function isMember({ node, pools }: Claim, pool: string, draft: PlanDraft): boolean {
  if (pools.includes('master')) return pool === 'master';
  const custom = pools.filter((name) => name !== 'worker');
  if (custom.length < 2) return (custom[0] ?? 'worker') === pool;
  const message = `node ${node.metadata.name} is in the pools ${custom.sort().join(' and ')}; leave it one role besides worker`;
  draft.find('error', 'NodeInSeveralPools', message);
  return false;
}

/** What the autoscaler is told of the labels of nodes that do not exist yet. */
const capacityLabels = 'capacity.cluster-autoscaler.kubernetes.io/labels';

function expectedBy(
  machineSets: readonly KubernetesObject[],
  { members }: MachineOsConfig,
  pool: KubernetesObject | undefined,
): readonly Architecture[] {
  return machineSets.flatMap((set) => {
    if (numberAt(set, 'spec', 'replicas') !== 0) return [];
    const told = (set.metadata.annotations?.[capacityLabels] ?? '')
      .split(',')
      .map((pair): [string, string] => {
        const [key = '', value = ''] = pair.split('=');
        return [key.trim(), value.trim()];
      });
    const labels = { ...Object.fromEntries(told), ...textMapAt(set) };
    const isOurs =
      members.kind === 'labels'
        ? Object.entries(members.labels).every(([key, value]) => labels[key] === value)
        : pool !== undefined && chooses(pool, labels);
    const name = labels['kubernetes.io/arch'];
    return isOurs && isArchitecture(name) ? [name] : [];
  });
}

/** Labels that the set's machines give their nodes. */
function textMapAt(set: KubernetesObject): Readonly<Record<string, string>> {
  const labels = valueAt(set, 'spec', 'template', 'spec', 'metadata', 'labels');
  const entries = Object.entries(labels ?? {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

const degradations = [
  'NodeDegraded',
  'RenderDegraded',
  'PinnedImageSetsDegraded',
  'SynchronizerDegraded',
] as const;

function blockedBy(
  config: MachineOsConfig,
  pool: KubernetesObject | undefined,
  nodes: readonly KubernetesObject[],
): PoolState['blocked'] {
  const { members } = config;
  if (members.kind === 'labels') return undefined;
  if (pool === undefined)
    return { reason: 'PoolMissing', message: `there is no MachineConfigPool ${members.name}` };
  if (valueAt(pool, 'spec', 'paused') === true)
    return { reason: 'PoolPaused', message: `the pool ${members.name} is paused; no build begins` };
  const bad = degradations.find(
    (type) => isConditionTrue(pool, type) && !(type === 'NodeDegraded' && isMendedByImage(config, nodes)),
  );
  return bad === undefined
    ? undefined
    : { reason: 'PoolDegraded', message: `the pool ${members.name} is ${bad}; no build begins` };
}

/** Nodes that have failed only because the image has nothing for their architecture wait for the very build that would be blocked. */
function isMendedByImage({ status }: MachineOsConfig, nodes: readonly KubernetesObject[]): boolean {
  const { children } = status;
  const failed = nodes.map(nodeRolloutOf).filter(({ others }) => others?.state === 'Failed');
  return (
    children !== undefined &&
    failed.length > 0 &&
    failed.every(({ architecture }) => !Object.hasOwn(children, architecture))
  );
}

import {
  isConditionTrue,
  type KubernetesObject,
  type LabelSelector,
  numberAt,
  parseLabelSelector,
  textAt,
  timestamp,
  valueAt,
} from '@archipelago/apimachinery';
import { type Architecture, isArchitecture } from '../../api/architectures.ts';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import { type Detection, detectArchitectures, type PoolNode } from '../detect-architectures.ts';
import type { LayeringInput, ObservedObjects } from './layering-plan.ts';
import type { PlanDraft } from './plan-draft.ts';

/** The nodes that get the image, and what stands in the way of building one. */
export interface PoolState {
  /** Where there is a MachineConfigPool. */
  readonly pool: KubernetesObject | undefined;
  readonly nodes: readonly KubernetesObject[];
  readonly detection: Detection;
  /** Why no build may begin; undefined: one may. */
  readonly blocked: { readonly reason: string; readonly message: string } | undefined;
}

export function poolStateOf(input: LayeringInput, draft: PlanDraft): PoolState {
  const { config, observed, now } = input;
  const { members } = config;
  const pool =
    members.kind === 'pool'
      ? observed.pools.find(({ metadata }) => metadata.name === members.name)
      : undefined;
  const nodes = membersOf(config, observed, draft);
  const detection = detectArchitectures({
    nodes: nodes.map(poolNodeOf),
    explicit: config.architectures,
    expected: config.expectMachineSets ? expectedBy(observed, config, pool) : [],
    known: config.status.architectures ?? [],
    now: timestamp(now),
    removalGraceSeconds: config.removalGraceSeconds,
  });
  for (const { reason, message } of detection.findings) draft.find('warning', reason, message);
  for (const { source, goneSince } of detection.architectures)
    if (source === 'Departed' && goneSince !== undefined)
      draft.wake(Date.parse(goneSince) + config.removalGraceSeconds * 1000);
  return { pool, nodes, detection, blocked: blockedBy(config, pool) };
}

export function poolNodeOf(node: KubernetesObject): PoolNode {
  return {
    name: node.metadata.name,
    architecture: textAt(node, 'status', 'nodeInfo', 'architecture') || undefined,
    operatingSystem: textAt(node, 'status', 'nodeInfo', 'operatingSystem') || undefined,
    labelledArchitecture: node.metadata.labels?.['kubernetes.io/arch'],
    ready: isConditionTrue(node, 'Ready'),
  };
}

function membersOf(
  { members }: MachineOsConfig,
  { nodes, pools }: ObservedObjects,
  draft: PlanDraft,
): readonly KubernetesObject[] {
  if (members.kind === 'labels')
    return nodes.filter(({ metadata: { labels = {} } }) =>
      Object.entries(members.labels).every(([key, value]) => labels[key] === value),
    );
  const claims = claimsOf(nodes, pools).get(members.name) ?? [];
  return claims.filter((claim) => isMember(claim, members.name, draft)).map(({ node }) => node);
}

/** A node, with all pools that choose it. */
interface Claim {
  readonly node: KubernetesObject;
  readonly pools: readonly string[];
}

type Claims = ReadonlyMap<string, readonly Claim[]>;

/** One pass over many configs passes the same lists again and again: each node is held against each pool once. */
const knownClaims = new WeakMap<
  readonly KubernetesObject[],
  { readonly pools: readonly KubernetesObject[]; readonly claims: Claims }
>();

/** By pool. The lists are taken not to change. */
function claimsOf(nodes: readonly KubernetesObject[], pools: readonly KubernetesObject[]): Claims {
  const known = knownClaims.get(nodes);
  if (known?.pools === pools) return known.claims;
  const claims = new Map<string, Claim[]>();
  for (const node of nodes) {
    const labels = node.metadata.labels ?? {};
    const fitting = pools.filter((pool) => chooses(pool, labels)).map(({ metadata }) => metadata.name);
    for (const name of fitting) {
      const list = claims.get(name) ?? [];
      list.push({ node, pools: fitting });
      claims.set(name, list);
    }
  }
  knownClaims.set(nodes, { pools, claims });
  return claims;
}

function isMember({ node, pools }: Claim, pool: string, draft: PlanDraft): boolean {
  if (pools.includes('master')) return pool === 'master';
  const custom = pools.filter((name) => name !== 'worker');
  if (custom.length < 2) return (custom[0] ?? 'worker') === pool;
  const message = `node ${node.metadata.name} is in the pools ${custom.sort().join(' and ')}; leave it one role besides worker`;
  draft.find('error', 'NodeInSeveralPools', message);
  return false;
}

/** A selector is read once, not for each node. */
const selectors = new WeakMap<KubernetesObject, LabelSelector | undefined>();

function chooses(pool: KubernetesObject, labels: Readonly<Record<string, string>>): boolean {
  if (!selectors.has(pool)) {
    const parsed = parseLabelSelector(valueAt(pool, 'spec', 'nodeSelector'));
    selectors.set(pool, parsed.ok ? parsed.selector : undefined);
  }
  return selectors.get(pool)?.matches(labels) ?? false;
}

/** What the autoscaler is told of the labels of nodes that do not exist yet. */
const capacityLabels = 'capacity.cluster-autoscaler.kubernetes.io/labels';

function expectedBy(
  { machineSets }: ObservedObjects,
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

function blockedBy({ members }: MachineOsConfig, pool: KubernetesObject | undefined): PoolState['blocked'] {
  if (members.kind === 'labels') return undefined;
  if (pool === undefined)
    return { reason: 'PoolMissing', message: `there is no MachineConfigPool ${members.name}` };
  if (valueAt(pool, 'spec', 'paused') === true)
    return { reason: 'PoolPaused', message: `the pool ${members.name} is paused; no build begins` };
  const bad = degradations.find((type) => isConditionTrue(pool, type));
  return bad === undefined
    ? undefined
    : { reason: 'PoolDegraded', message: `the pool ${members.name} is ${bad}; no build begins` };
}

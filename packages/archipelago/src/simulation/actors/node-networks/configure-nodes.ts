import { type JsonObject, objectsAt, textAt, textsAt } from '@archipelago/apimachinery';

/** What becomes of a policy on a node. */
export type NodeOutcome =
  | { readonly is: 'configured' }
  | { readonly is: 'failed'; readonly message: string }
  /** Others have failed before it was its turn. */
  | { readonly is: 'aborted' };

interface NetworkNode {
  readonly name: string;
  /** Of its network cards, and of what other policies have made. */
  readonly interfaces: readonly string[];
}

const usualShare = 0.5;

/**
 * Carries `spec.desiredState` out on nodes that the policy selects, sorted by name, as many at a time as `spec.maxUnavailable` says: after a
 * failure no further ones are begun.
 */
export function configureNodes(
  spec: JsonObject,
  nodes: readonly NetworkNode[],
): ReadonlyMap<string, NodeOutcome> {
  const sorted = [...nodes].sort((a, b) => (a.name < b.name ? -1 : 1));
  const size = atATime(spec.maxUnavailable, sorted.length);
  const outcomes = new Map<string, NodeOutcome>();
  let hasFailed = false;
  for (let start = 0; start < sorted.length; start += size) {
    const batch = sorted.slice(start, start + size);
    const some = batch.map((node) => [node.name, hasFailed ? aborted : outcomeOn(spec, node)] as const);
    for (const [name, outcome] of some) outcomes.set(name, outcome);
    hasFailed ||= some.some(([, { is }]) => is === 'failed');
  }
  return outcomes;
}

const aborted: NodeOutcome = { is: 'aborted' };

/** A number, or a share of the nodes (`50%`). */
function atATime(written: unknown, count: number): number {
  const [, percent] = /^(\d+)%$/.exec(String(written ?? '')) ?? [];
  if (percent !== undefined) return Math.max(1, Math.ceil((count * Number(percent)) / 100));
  const number = Number(written ?? Number.NaN);
  return Math.max(1, Number.isInteger(number) ? number : Math.ceil(count * usualShare));
}

function outcomeOn(spec: JsonObject, { interfaces }: NetworkNode): NodeOutcome {
  const missing = missingPort(spec, interfaces);
  return missing === undefined
    ? { is: 'configured' }
    : { is: 'failed', message: `simulated: interface ${missing} not found` };
}

/** The first card that the policy builds upon and that the node does not have. */
function missingPort(spec: JsonObject, interfaces: readonly string[]): string | undefined {
  const wanted = desiredInterfaces(spec);
  const made = wanted.filter(({ type }) => type !== 'ethernet').map((one) => textAt(one, 'name'));
  const there = new Set([...interfaces, ...made]);
  return wanted.flatMap(builtUpon).find((name) => !there.has(name));
}

function desiredInterfaces(spec: JsonObject): readonly JsonObject[] {
  return objectsAt(spec, 'desiredState', 'interfaces').filter(({ state }) => state !== 'absent');
}

function builtUpon(one: JsonObject): readonly string[] {
  const ports = objectsAt(one, 'bridge', 'port').map((port) => textAt(port, 'name'));
  const bonded = [...textsAt(one, 'link-aggregation', 'port'), ...textsAt(one, 'link-aggregation', 'slaves')];
  const base = textAt(one, 'vlan', 'base-iface');
  const itself = textAt(one, 'type') === 'ethernet' ? [textAt(one, 'name')] : [];
  return [...itself, ...ports, ...bonded, base].filter((name) => name !== '');
}

/** Names of what a policy makes on the nodes on which it is carried out. */
export function madeInterfaces(spec: JsonObject): readonly string[] {
  return desiredInterfaces(spec).map((one) => textAt(one, 'name'));
}

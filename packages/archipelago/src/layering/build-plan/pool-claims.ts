import {
  type KubernetesObject,
  type LabelSelector,
  parseLabelSelector,
  valueAt,
} from '@archipelago/apimachinery';
import { oncePerList } from './once-per-list.ts';

/** A node, with all pools that choose it. */
export interface Claim {
  readonly node: KubernetesObject;
  readonly pools: readonly string[];
}

/** A pool, as far as it chooses nodes: its status changes all the time, this hardly ever. */
interface Chooser {
  readonly name: string;
  /** Of what it says. */
  readonly text: string;
  readonly selector: LabelSelector | undefined;
}

type Choosers = readonly Chooser[];
type Claims = ReadonlyMap<string, readonly Claim[]>;

/** Each node is held against each pool once, not in each pass, nor for each pool. */
const knownClaims = new WeakMap<KubernetesObject, { readonly choosers: Choosers; readonly claim: Claim }>();
const claimsOfList = new WeakMap<
  readonly KubernetesObject[],
  { readonly choosers: Choosers; readonly claims: Claims }
>();

/** By pool. The lists are taken not to change. */
export function claimsOf(nodes: readonly KubernetesObject[], pools: readonly KubernetesObject[]): Claims {
  const choosers = choosersOf(pools);
  const known = claimsOfList.get(nodes);
  if (known?.choosers === choosers) return known.claims;
  const claims = new Map<string, Claim[]>(choosers.map(({ name }) => [name, []]));
  for (const node of nodes) {
    const claim = claimOf(node, choosers);
    for (const name of claim.pools) claims.get(name)?.push(claim);
  }
  claimsOfList.set(nodes, { choosers, claims });
  return claims;
}

function claimOf(node: KubernetesObject, choosers: Choosers): Claim {
  const known = knownClaims.get(node);
  if (known?.choosers === choosers) return known.claim;
  const labels = node.metadata.labels ?? {};
  const pools = choosers.filter(({ selector }) => selector?.matches(labels)).map(({ name }) => name);
  const isSame = known !== undefined && known.claim.pools.join() === pools.join();
  const claim = isSame ? known.claim : { node, pools };
  knownClaims.set(node, { choosers, claim });
  return claim;
}

/** Whether a pool chooses what has these labels. */
export function chooses(pool: KubernetesObject, labels: Readonly<Record<string, string>>): boolean {
  return chooserOf(pool).selector?.matches(labels) ?? false;
}

const knownChoosers = new WeakMap<KubernetesObject, Chooser>();
let lastChoosers: Choosers = [];

/** The same list for as long as no pool chooses otherwise. */
const choosersOf = oncePerList((pools: readonly KubernetesObject[]): Choosers => {
  const choosers = pools.map(chooserOf);
  const isSame =
    choosers.length === lastChoosers.length &&
    choosers.every(({ text }, index) => text === lastChoosers[index]?.text);
  if (!isSame) lastChoosers = choosers;
  return lastChoosers;
});

/** A selector is read once, not for each node. */
function chooserOf(pool: KubernetesObject): Chooser {
  const known = knownChoosers.get(pool);
  if (known !== undefined) return known;
  const { name } = pool.metadata;
  const selector = valueAt(pool, 'spec', 'nodeSelector');
  const parsed = parseLabelSelector(selector);
  const text = JSON.stringify([name, selector]);
  const chooser = { name, text, selector: parsed.ok ? parsed.selector : undefined };
  knownChoosers.set(pool, chooser);
  return chooser;
}

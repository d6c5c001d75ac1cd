import {
  type JsonObject,
  objectAt,
  objectsAt,
  parseLabelSelector,
  textAt,
  textsAt,
} from '@archipelago/apimachinery';
import type { ClusterView } from './cluster-view.ts';
import { labelsOf } from './labels-of.ts';
import type { NodeView } from './node-view.ts';

/** All advertisements of MetalLB, by L2 and BGP. */
export function advertisementsOf(cluster: ClusterView): readonly JsonObject[] {
  return [...cluster.objects('l2Advertisements'), ...cluster.objects('bgpAdvertisements')];
}

/** One that neither names pools nor selects them is for all of its namespace. */
export function announces(advertisement: JsonObject, pool: JsonObject): boolean {
  if (textAt(advertisement, 'metadata', 'namespace') !== textAt(pool, 'metadata', 'namespace')) return false;
  const spec = objectAt(advertisement, 'spec');
  const named = textsAt(spec, 'ipAddressPools');
  const selectors = objectsAt(spec, 'ipAddressPoolSelectors');
  if (named.length === 0 && selectors.length === 0) return true;
  return named.includes(textAt(pool, 'metadata', 'name')) || isSelected(selectors, labelsOf(pool));
}

/** From which nodes; one that selects none is for all of them. */
export function announcesFrom(advertisement: JsonObject, { labels }: NodeView): boolean {
  const selectors = objectsAt(advertisement, 'spec', 'nodeSelectors');
  return selectors.length === 0 || isSelected(selectors, labels);
}

/** Selectors are ORed; one that cannot be read selects nothing. */
function isSelected(selectors: readonly JsonObject[], labels: Readonly<Record<string, string>>): boolean {
  return selectors.some((one) => {
    const parsed = parseLabelSelector(one);
    return parsed.ok && parsed.selector.matches(labels);
  });
}

import { type KubernetesObject, parseLabelSelector, valueAt } from '@archipelago/apimachinery';

/** The pool of each node, by the node's name: `master` before a custom pool before `worker`; a node of two custom pools is in none. */
export function poolByNode(
  nodes: readonly KubernetesObject[],
  pools: readonly KubernetesObject[],
): ReadonlyMap<string, string> {
  const choosers = pools.flatMap(({ metadata: { name }, spec }) => {
    const parsed = parseLabelSelector(valueAt(spec, 'nodeSelector'));
    return parsed.ok ? [{ name, selector: parsed.selector }] : [];
  });
  const found = nodes.flatMap(({ metadata }): [string, string][] => {
    const labels = metadata.labels ?? {};
    const names = choosers.filter(({ selector }) => selector.matches(labels)).map(({ name }) => name);
    const pool = primary(names);
    return pool === undefined ? [] : [[metadata.name, pool]];
  });
  return new Map(found);
}

function primary(names: readonly string[]): string | undefined {
  if (names.includes('master')) return 'master';
  const custom = names.filter((name) => name !== 'worker');
  return custom.length > 1 ? undefined : (custom[0] ?? names[0]);
}

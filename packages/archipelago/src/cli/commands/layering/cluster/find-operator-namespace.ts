import { thoseInEffect } from '../../../../api/those-in-effect.ts';
import { hyperConvergeds } from '../../../../operator/mirror/cluster-resources.ts';
import { UsageError } from '../../../process/io.ts';
import type { LayeringCluster } from './layering-cluster.ts';

const usualNamespace = 'kubevirt-hyperconverged';

/** The operator's namespace: as it was chosen, or where the HyperConverged is. */
export async function findOperatorNamespace(
  { list }: Pick<LayeringCluster, 'list'>,
  chosen: string | undefined,
): Promise<string> {
  if (chosen !== undefined) return chosen;
  const all = namespacesOf(thoseInEffect(await list(hyperConvergeds)));
  const [first = usualNamespace, second] = all;
  if (second === undefined) return first;
  throw new UsageError(
    ({ chooseNamespace }) => `there is a HyperConverged in ${all.join(' and ')}; ${chooseNamespace('one')}`,
  );
}

/** Of objects, each once, sorted. */
export function namespacesOf(
  objects: readonly { readonly metadata: { readonly namespace?: string } }[],
): readonly string[] {
  return [...new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []))].sort();
}

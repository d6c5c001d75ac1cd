import { names } from '../../../../layering/api/layering-names.ts';
import { layeringKinds } from '../../../../operator/layering/layering-kinds.ts';
import { hyperConvergeds } from '../../../../operator/mirror/cluster-resources.ts';
import { UsageError } from '../../../process/io.ts';
import type { LayeringCluster } from './layering-cluster.ts';

const usualNamespace = 'kubevirt-hyperconverged';

/** Where jobs run and secrets lie: the operator's namespace. */
export async function jobsNamespace(
  { list }: Pick<LayeringCluster, 'list'>,
  chosen: string | undefined,
): Promise<string> {
  if (chosen !== undefined) return chosen;
  const jobs = await list(layeringKinds.jobs, { labelSelector: names.component });
  const ofJobs = namespacesOf(jobs);
  const all = ofJobs.length > 0 ? ofJobs : namespacesOf(await list(hyperConvergeds));
  const [first = usualNamespace, second] = all;
  if (second === undefined) return first;
  const what = ofJobs.length > 0 ? 'build jobs' : 'a HyperConverged';
  throw new UsageError(`there are ${what} in ${all.join(' and ')}; choose one with --namespace`);
}

function namespacesOf(
  objects: readonly { readonly metadata: { readonly namespace?: string } }[],
): readonly string[] {
  return [...new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []))].sort();
}

import { bootableArchitectures } from '../../../../api/architectures.ts';
import { goldenImagesOf } from '../../../../golden-images/golden-images-of.ts';
import { importsUnderWay } from '../../../../golden-images/view/imports-under-way.ts';
import { toldArchitectures } from '../../../../golden-images/view/told-architectures.ts';
import type { LiveCluster } from '../../../cluster/live-cluster.ts';
import { imagesMatrix } from '../../images/images-matrix.ts';
import { seeImages } from '../../images/see-images.ts';

/** What `archipelago images -o json` says; and besides, what is told of architectures, what is being imported, and which architectures could join or leave. */
export async function imagesPage(cluster: LiveCluster): Promise<object> {
  const seen = await seeImages(cluster);
  const { desired, observed } = seen;
  const leave = desired.facts.workloadArchitectures;
  return {
    ...(await imagesMatrix(cluster, seen)),
    told: toldArchitectures(goldenImagesOf(desired)),
    imports: importsUnderWay(observed),
    nodes: { join: bootableArchitectures.filter((name) => !leave.includes(name)), leave },
  };
}

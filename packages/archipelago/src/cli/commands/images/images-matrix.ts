import { isJsonObject, type KubernetesObject, valueAt } from '@archipelago/apimachinery';
import { bootSourceChoicesOf } from '../../../golden-images/boot-source-choices-of.ts';
import { planBootSources } from '../../../golden-images/boot-sources/plan-boot-sources.ts';
import { knowledgeByTemplate } from '../../../golden-images/knowledge-by-template.ts';
import {
  goldenImagesMatrix,
  type MatrixCell,
  type MatrixRow,
} from '../../../golden-images/view/golden-images-matrix.ts';
import { ownerOf } from '../../cluster/boot-sources-of.ts';
import { type LiveCluster, plainObject } from '../../cluster/live-cluster.ts';
import { type SeenImages, seeImages } from './see-images.ts';

/** A row as it is printed: the matrix's, with the labels of its template and the size of the claim of each cell. */
export type SizedRow = Omit<MatrixRow, 'cells'> & {
  readonly labels: Readonly<Record<string, string>>;
  readonly cells: readonly (MatrixCell & { readonly claim: string | undefined })[];
};

/** Golden images and the architectures of a cluster. */
export interface ImagesMatrix {
  readonly architectures: readonly string[];
  readonly rows: readonly SizedRow[];
}

/** What has become of each golden image of a cluster on each architecture; `seen`: where it was read already. Throws a UsageError where there is no HyperConverged. */
export async function imagesMatrix(cluster: LiveCluster, seen?: SeenImages): Promise<ImagesMatrix> {
  const { desired, observed } = seen ?? (await seeImages(cluster));
  const choices = bootSourceChoicesOf(desired);
  const owner = ownerOf(cluster, observed);
  const plan = planBootSources({ ...choices, observed, owner, now: Date.now(), gracePeriod: 0 });
  const matrix = goldenImagesMatrix({
    ...choices,
    observed,
    owner,
    plan,
    knowledge: knowledgeByTemplate(desired),
  });
  const claims = new Map(observed.claims.map((claim) => [keyOf(claim), claim]));
  const sources = new Map(observed.dataSources.map((source) => [keyOf(source), source]));
  const labels = new Map(
    choices.templates.map(({ template: { metadata } }) => [metadata.name, metadata.labels]),
  );
  const rows: readonly SizedRow[] = matrix.rows.map((row) => ({
    ...row,
    labels: labels.get(row.template) ?? {},
    cells: row.cells.map((cell) => ({
      ...cell,
      // of an image whose status names the index alone
      digest: cell.digest === '' ? undefined : cell.digest,
      claim: sizeOf(sources.get(`${row.namespace}/${cell.dataSource}`), claims),
    })),
  }));
  return { architectures: matrix.architectures, rows };
}

function keyOf({ metadata }: KubernetesObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}

/** The claim behind a DataSource, as big as the storage made it. */
function sizeOf(
  source: KubernetesObject | undefined,
  claims: ReadonlyMap<string, KubernetesObject>,
): string | undefined {
  if (source === undefined) return undefined;
  const leads = valueAt(plainObject(source), 'spec', 'source', 'pvc');
  if (!isJsonObject(leads)) return undefined;
  const place = typeof leads.namespace === 'string' ? leads.namespace : source.metadata.namespace;
  const claim = claims.get(`${place ?? ''}/${String(leads.name)}`);
  const size = claim === undefined ? undefined : valueAt(plainObject(claim), 'status', 'capacity', 'storage');
  return typeof size === 'string' ? size : undefined;
}

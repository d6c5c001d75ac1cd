import { valueAt } from '@archipelago/apimachinery';
import { isArchitecture } from '../../api/architectures.ts';
import type { BootSource, DecidedTemplate } from '../boot-sources/boot-source.ts';
import { cronOf } from '../boot-sources/import-findings.ts';
import { namespaced } from '../boot-sources/names.ts';
import {
  type LiveBootSources,
  type LiveCron,
  readBootSources,
} from '../boot-sources/observed-boot-sources.ts';
import type { BootSourcePlan, BootSourcePlanInput } from '../boot-sources/plan-boot-sources.ts';
import type { DecidedArchitectures } from '../images/decide-architectures.ts';
import { type ImageKnowledge, lastProbed, namespaceOf } from '../images/image-knowledge.ts';
import { type CellState, type Place, stateOf } from './cell-state.ts';

export interface MatrixCell {
  /** Undefined: imported as it comes. */
  readonly architecture: string | undefined;
  readonly dataSource: string;
  readonly state: CellState;
  /** Why, in words. */
  readonly cause: string;
  /** Of the image that was imported, or else of what the registry has. */
  readonly digest: string | undefined;
  /** RFC 3339: when the newest import was made. */
  readonly importedAt: string | undefined;
  /** Bytes to download. */
  readonly size: number | undefined;
}

export interface MatrixRow {
  readonly template: string;
  readonly namespace: string;
  /** The DataSource without architecture. */
  readonly dataSource: string;
  /** Where it leads, where it is a pointer. */
  readonly pointsTo: string | undefined;
  readonly decided: DecidedArchitectures;
  /** In the order of `architectures`. */
  readonly cells: readonly MatrixCell[];
}

interface GoldenImagesMatrix {
  /** Of all images and workload nodes, sorted. */
  readonly architectures: readonly string[];
  readonly rows: readonly MatrixRow[];
}

interface MatrixInput extends Omit<BootSourcePlanInput, 'now' | 'gracePeriod'> {
  readonly plan: Pick<BootSourcePlan, 'wanted' | 'findings'>;
  /** By name of the template. */
  readonly knowledge: ReadonlyMap<string, ImageKnowledge>;
}

/** Images × architectures: what `archipelago images` prints. */
export function goldenImagesMatrix(input: MatrixInput): GoldenImagesMatrix {
  const live = readBootSources(input.observed, input.owner);
  const listed = input.templates.flatMap(({ decided }) =>
    decided.kind === 'known' ? decided.architectures : [],
  );
  // a word in an annotation that no node can have is a finding, and no column
  const known = listed.filter(isArchitecture);
  const architectures = [...new Set([...known, ...input.workload.map(({ name }) => name)])].sort();
  const sources = new Map(
    input.plan.wanted.sources.map((source) => [namespaced(source.namespace, source.dataSource), source]),
  );
  const rows = input.templates.map((template) => rowOf(template, { ...input, live, architectures, sources }));
  return { architectures, rows };
}

interface MatrixContext extends MatrixInput {
  readonly live: LiveBootSources;
  readonly architectures: readonly string[];
  readonly sources: ReadonlyMap<string, BootSource>;
}

function rowOf({ template, decided }: DecidedTemplate, context: MatrixContext): MatrixRow {
  const namespace = namespaceOf(template, context.namespace);
  const base = template.spec.managedDataSource;
  const plain = context.sources.get(namespaced(namespace, base));
  const present = context.live.dataSource(namespace, base);
  const native = plain === undefined && context.multiArchitecture;
  const architectures = native ? context.architectures : [undefined];
  return {
    template: template.metadata.name,
    namespace,
    dataSource: base,
    pointsTo: present?.source?.kind === 'dataSource' ? present.source.name : undefined,
    decided,
    cells: architectures.map((architecture) => {
      const name = architecture === undefined ? base : `${base}-${architecture}`;
      return cellOf({ template: template.metadata.name, namespace, name, architecture, decided }, context);
    }),
  };
}

function cellOf(asked: Omit<Place, 'source' | 'present' | 'cron'>, context: MatrixContext): MatrixCell {
  const { namespace, name, architecture, template } = asked;
  const present = context.live.dataSource(namespace, name);
  const place: Place = {
    ...asked,
    source: context.sources.get(namespaced(namespace, name)),
    present,
    cron: cronOf(context.live, namespace, name),
  };
  const imported = digestOf(place.cron);
  const time = valueAt(place.cron?.object.status, 'lastImportTimestamp');
  const platform = lastProbed(context.knowledge.get(template))?.platforms.find(
    (one) => one.architecture === architecture,
  );
  return {
    architecture,
    dataSource: name,
    ...stateOf(place, context),
    digest: typeof imported === 'string' ? imported : platform?.digest,
    importedAt: typeof time === 'string' ? time : undefined,
    size: platform?.size,
  };
}

function digestOf(cron: LiveCron | undefined): unknown {
  const imports = valueAt(cron?.object.status, 'currentImports');
  return Array.isArray(imports) ? valueAt(imports[0], 'Digest') : undefined;
}

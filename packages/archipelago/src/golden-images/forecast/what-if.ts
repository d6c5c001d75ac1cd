import { type KubernetesObject, valueAt } from '@archipelago/apimachinery';
import type { BootSource, WantedBootSources } from '../boot-sources/boot-source.ts';
import { diskOrigins } from '../boot-sources/boot-source-of.ts';
import { namespaced } from '../boot-sources/names.ts';
import { type BootSourceChoices, wantedBootSources } from '../boot-sources/wanted-boot-sources.ts';
import { type ImageKnowledge, lastProbed } from '../images/image-knowledge.ts';

interface WhatIfInput {
  readonly before: BootSourceChoices;
  readonly after: BootSourceChoices;
  /** By name of the template; it tells the sizes. */
  readonly knowledge: ReadonlyMap<string, ImageKnowledge>;
  readonly machines: readonly KubernetesObject[];
}

/** One import that would be made. */
interface WhatIfImport {
  readonly template: string;
  readonly namespace: string;
  readonly dataSource: string;
  /** Bytes to download; undefined: not known. */
  readonly download: number | undefined;
  /** Size of the claim, as the template asks for it. */
  readonly storage: string | undefined;
}

/** What a DataSource leads to; undefined: there is none. */
export type Leads =
  | { readonly kind: 'image'; readonly architecture: string | undefined }
  | { readonly kind: 'pointer'; readonly target: string; readonly architecture: string | undefined };

export interface WhatIf {
  /** Sorted by name; architecture undefined: images that are imported as they come. */
  readonly imports: readonly {
    readonly architecture: string | undefined;
    readonly images: readonly WhatIfImport[];
    /** Bytes of the images whose size is known. */
    readonly download: number;
    readonly ofUnknownSize: number;
  }[];
  /** Boot sources that would go; those whose nodes or platforms are gone only after the grace period. */
  readonly removals: readonly Pick<BootSource, 'template' | 'namespace' | 'dataSource' | 'architecture'>[];
  readonly dataSources: readonly {
    readonly namespace: string;
    readonly name: string;
    readonly before: Leads | undefined;
    readonly after: Leads | undefined;
  }[];
  /** Machines that ask for a DataSource of those. */
  readonly machines: readonly {
    readonly namespace: string;
    readonly name: string;
    /** Namespace and name. */
    readonly dataSource: string;
    readonly before: Leads | undefined;
    readonly after: Leads | undefined;
  }[];
}

/** What another configuration, or other nodes, would change. Pointers are taken to lead to their first choice. */
export function whatIf({ before, after, knowledge, machines }: WhatIfInput): WhatIf {
  const [from, to] = [wantedBootSources(before), wantedBootSources(after)];
  const [leadsBefore, leadsAfter] = [leadsOf(from), leadsOf(to)];
  const names = [...new Set([...leadsBefore.keys(), ...leadsAfter.keys()])].sort();
  const changed = new Map(
    names
      .map((name) => [name, { before: leadsBefore.get(name), after: leadsAfter.get(name) }] as const)
      .filter(([, change]) => !isSame(change.before, change.after)),
  );
  return {
    imports: byArchitecture(
      missingFrom(from, to).map((source) => ({ source, image: importOf(source, knowledge) })),
    ),
    removals: missingFrom(to, from).map(({ template, namespace, dataSource, architecture }) => ({
      template,
      namespace,
      dataSource,
      architecture,
    })),
    dataSources: [...changed].map(([key, change]) => ({ ...apart(key), ...change })),
    machines: machines.flatMap((machine) => changesFor(machine, changed)),
  };
}

interface Change {
  readonly before: Leads | undefined;
  readonly after: Leads | undefined;
}

function leadsOf({ sources, pointers }: WantedBootSources): ReadonlyMap<string, Leads> {
  return new Map<string, Leads>([
    ...sources.map(
      ({ namespace, dataSource, architecture }) =>
        [namespaced(namespace, dataSource), { kind: 'image', architecture }] as const,
    ),
    ...pointers.map(({ namespace, name, targets }) => {
      const [first] = targets;
      const leads = {
        kind: 'pointer',
        target: first?.dataSource ?? '',
        architecture: first?.architecture,
      } as const;
      return [namespaced(namespace, name), leads] as const;
    }),
  ]);
}

function isSame(a: Leads | undefined, b: Leads | undefined): boolean {
  const target = (leads: Leads | undefined) => (leads?.kind === 'pointer' ? leads.target : undefined);
  return a?.kind === b?.kind && a?.architecture === b?.architecture && target(a) === target(b);
}

/** Sources of `there` that `here` lacks. */
function missingFrom(here: WantedBootSources, there: WantedBootSources): readonly BootSource[] {
  const key = ({ namespace, dataSource, architecture }: BootSource) =>
    `${namespaced(namespace, dataSource)} ${architecture ?? ''}`;
  const present = new Set(here.sources.map(key));
  return there.sources.filter((source) => !present.has(key(source)));
}

function importOf(source: BootSource, knowledge: WhatIfInput['knowledge']): WhatIfImport {
  const { template, namespace, dataSource, cron } = source;
  const spec = valueAt(cron.spec, 'template', 'spec');
  const storage =
    valueAt(spec, 'storage', 'resources', 'requests', 'storage') ??
    valueAt(spec, 'pvc', 'resources', 'requests', 'storage');
  return {
    template,
    namespace,
    dataSource,
    download: downloadOf(source, knowledge.get(template)),
    storage: typeof storage === 'string' ? storage : undefined,
  };
}

/** An image that is imported as it comes has a known size only where it has one platform. */
function downloadOf({ architecture }: BootSource, knowledge: ImageKnowledge | undefined): number | undefined {
  const platforms = lastProbed(knowledge)?.platforms ?? [];
  if (architecture === undefined) return platforms.length === 1 ? platforms[0]?.size : undefined;
  return platforms.find((platform) => platform.architecture === architecture)?.size;
}

function byArchitecture(
  imports: readonly { readonly source: BootSource; readonly image: WhatIfImport }[],
): WhatIf['imports'] {
  const architectures = [...new Set(imports.map(({ source }) => source.architecture))];
  return architectures
    .sort((a = '', b = '') => (a < b ? -1 : 1))
    .map((architecture) => {
      const images = imports
        .filter(({ source }) => source.architecture === architecture)
        .map(({ image }) => image);
      return {
        architecture,
        images,
        download: images.reduce((sum, image) => sum + (image.download ?? 0), 0),
        ofUnknownSize: images.filter((image) => image.download === undefined).length,
      };
    });
}

function changesFor(machine: KubernetesObject, changed: ReadonlyMap<string, Change>): WhatIf['machines'] {
  const { namespace = '', name } = machine.metadata;
  return diskOrigins(machine).flatMap((origin) => {
    if (origin.kind !== 'dataSource') return [];
    const dataSource = namespaced(origin.namespace, origin.name);
    const change = changed.get(dataSource);
    return change === undefined ? [] : [{ namespace, name, dataSource, ...change }];
  });
}

function apart(key: string): { readonly namespace: string; readonly name: string } {
  const slash = key.indexOf('/');
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

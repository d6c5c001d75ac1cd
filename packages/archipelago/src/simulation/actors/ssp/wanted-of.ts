import { type JsonObject, objectAt, objectsAt, textAt, textsAt } from '@archipelago/apimachinery';
import {
  architectureLabel,
  architecturesAnnotation,
  knownArchitectures,
  pointerLabel,
} from './boot-source-names.ts';

/** A DataImportCron that SSP makes of a template. */
export interface WantedCron {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: JsonObject;
}

/** A DataSource that SSP looks after. */
export interface WantedSource {
  readonly name: string;
  /** Of its label; a pointer has none. */
  readonly architecture?: string;
  /** Where it leads while no cron keeps it up to date: a claim, or another DataSource. */
  readonly source: JsonObject;
  /** From before there was one for each architecture: a claim under this name is used further. */
  readonly legacy?: string;
}

interface Wanted {
  readonly crons: readonly WantedCron[];
  readonly sources: readonly WantedSource[];
}

/** Names of the DataSources that SSP's own virtual machine templates ask for, with their architectures. */
export type TemplateSources = Readonly<Record<string, readonly string[]>>;

/**
 * What SSP makes of its spec (`docs/compatibility/golden-images.md#what-ssp-makes`); undefined: it can do nothing with it, and leaves everything
 * as it is.
 */
export function wantedOf(
  spec: JsonObject,
  namespace: string,
  templates: TemplateSources,
): Wanted | undefined {
  const architectures = architecturesOf(spec);
  if (architectures === undefined) return undefined;
  // SSP's webhook refuses one without a name
  const images = objectsAt(spec, 'commonTemplates', 'dataImportCronTemplates').filter(
    (image) => textAt(image, 'metadata', 'name') !== '',
  );
  const [only] = architectures;
  return spec.enableMultipleArchitectures === true
    ? wantedOfSeveral({ images, architectures, namespace, templates })
    : wantedOfOne({ images, architecture: only ?? '', namespace, templates });
}

/** Control plane first; with several architectures each must be known, else only the first counts. */
function architecturesOf(spec: JsonObject): readonly string[] | undefined {
  const isMulti = spec.enableMultipleArchitectures === true;
  if (spec.cluster === undefined) return isMulti ? undefined : ['amd64'];
  const all = [
    ...textsAt(spec, 'cluster', 'controlPlaneArchitectures'),
    ...textsAt(spec, 'cluster', 'workloadArchitectures'),
  ];
  const unique = [...new Set(all)];
  const used = isMulti ? unique : unique.slice(0, 1);
  return used.length > 0 && used.every(isKnown) ? used : undefined;
}

function isKnown(architecture: string): boolean {
  return knownArchitectures.some((known) => known === architecture);
}

interface OfOne {
  readonly images: readonly JsonObject[];
  readonly architecture: string;
  readonly namespace: string;
  readonly templates: TemplateSources;
}

function wantedOfOne({ images, architecture, namespace, templates }: OfOne): Wanted {
  const named = Object.entries(templates).filter(([, has]) => has.includes(architecture));
  return {
    crons: lastOfEach(images.map((image) => cronOf(image, namespace))),
    sources: named.map(([name]) => ({ name, source: claim(name, namespace) })),
  };
}

/** Two with one DataSource, or with one name: the last one counts. */
function lastOfEach(crons: readonly WantedCron[]): readonly WantedCron[] {
  const bySource = lastBy(
    crons,
    ({ namespace, spec }) => `${namespace}/${textAt(spec, 'managedDataSource')}`,
  );
  return lastBy(bySource, ({ namespace, name }) => `${namespace}/${name}`);
}

function lastBy(crons: readonly WantedCron[], keyOf: (cron: WantedCron) => string): readonly WantedCron[] {
  return [...new Map(crons.map((cron) => [keyOf(cron), cron])).values()];
}

function cronOf(image: JsonObject, namespace: string): WantedCron {
  const metadata = objectAt(image, 'metadata');
  const { [architecturesAnnotation]: _, ...annotations } = texts(objectAt(metadata, 'annotations'));
  return {
    namespace: textAt(metadata, 'namespace') || namespace,
    name: textAt(metadata, 'name'),
    labels: texts(objectAt(metadata, 'labels')),
    annotations,
    spec: objectAt(image, 'spec'),
  };
}

interface OfSeveral {
  readonly images: readonly JsonObject[];
  readonly architectures: readonly string[];
  readonly namespace: string;
  readonly templates: TemplateSources;
}

function wantedOfSeveral(of: OfSeveral): Wanted {
  const { images, architectures, namespace, templates } = of;
  const fromTemplates = Object.entries(templates).flatMap(([name, has]) =>
    sourcesOf(
      name,
      architectures.filter((one) => has.includes(one)),
      namespace,
    ),
  );
  const pointers = images.flatMap((image) => {
    const name = textAt(image, 'spec', 'managedDataSource');
    const first = architectures.find((one) => annotated(image).includes(one));
    return Object.hasOwn(templates, name) || first === undefined ? [] : [pointer(name, first, namespace)];
  });
  return {
    crons: lastOfEach(images.flatMap((image) => cronsOf(image, of))),
    sources: [...fromTemplates, ...pointers],
  };
}

function sourcesOf(name: string, has: readonly string[], namespace: string): readonly WantedSource[] {
  const [first] = has;
  if (first === undefined) return [];
  const each = has.map((architecture) => ({
    name: `${name}-${architecture}`,
    architecture,
    source: claim(`${name}-${architecture}`, namespace),
    ...(architecture === first ? { legacy: name } : {}),
  }));
  return [pointer(name, first, namespace), ...each];
}

function cronsOf(
  image: JsonObject,
  { architectures, namespace, templates }: OfSeveral,
): readonly WantedCron[] {
  const plain = cronOf(image, namespace);
  const source = textAt(plain.spec, 'managedDataSource');
  if (textAt(image, 'metadata', 'annotations', architecturesAnnotation) === '') {
    const first = architectures.find((one) => architecturesIn(templates, source).includes(one));
    const spec = { ...plain.spec, managedDataSource: `${source}-${first}` };
    return [first === undefined ? plain : { ...plain, spec }];
  }
  const names = annotated(image);
  return [...new Set(names)]
    .filter((one) => architectures.includes(one))
    .map((architecture) => ({
      ...plain,
      name: `${plain.name}-${architecture}`,
      labels: { ...plain.labels, [architectureLabel]: architecture, [pointerLabel]: source },
      spec: { ...withPlatform(plain.spec, architecture), managedDataSource: `${source}-${architecture}` },
    }));
}

function architecturesIn(templates: TemplateSources, name: string): readonly string[] {
  return Object.hasOwn(templates, name) ? (templates[name] ?? []) : [];
}

function withPlatform(spec: JsonObject, architecture: string): JsonObject {
  const template = objectAt(spec, 'template');
  const inner = objectAt(template, 'spec');
  const source = objectAt(inner, 'source');
  if (source.registry === undefined) return spec;
  const registry = { ...objectAt(source, 'registry'), platform: { architecture } };
  return { ...spec, template: { ...template, spec: { ...inner, source: { ...source, registry } } } };
}

function annotated(image: JsonObject): readonly string[] {
  return textAt(image, 'metadata', 'annotations', architecturesAnnotation)
    .split(',')
    .map((one) => one.trim());
}

function claim(name: string, namespace: string): JsonObject {
  return { pvc: { name, namespace } };
}

function pointer(name: string, architecture: string, namespace: string): WantedSource {
  return { name, source: { dataSource: { name: `${name}-${architecture}`, namespace } } };
}

function texts(values: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
}

import { canonicalJson, isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import { commonImages } from './common-images.ts';
import {
  architecturesAnnotation,
  bindImmediatelyAnnotation,
  isDisabled,
  type Template,
  type TemplateSpec,
} from './template.ts';

/** Where a template comes from; `index` points into the spec's list. */
export type Origin =
  | { readonly kind: 'common' }
  | { readonly kind: 'modified'; readonly index: number }
  | { readonly kind: 'custom'; readonly index: number };

/** A template that is to be imported, before its architectures are narrowed. */
export interface EffectiveTemplate {
  readonly origin: Origin;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  /** Besides the architectures. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Text of the annotation; undefined where the image's architectures are not known. */
  readonly architectures: string | undefined;
  readonly spec: TemplateSpec;
}

export interface Choices {
  /** The spec's list. */
  readonly written: readonly Template[];
  readonly commonImport: boolean;
  /** Empty: not chosen. */
  readonly commonNamespace: string;
  readonly multiArchitecture: boolean;
  /** Schedule of the common images. */
  readonly schedule: string;
}

/** Common, modified and custom images, sorted by name (`docs/compatibility/hyperconverged.md#golden-image-templates`). */
export function effectiveTemplates(choices: Choices): readonly EffectiveTemplate[] {
  const custom = choices.written.flatMap((entry, index) => customTemplate(entry, index));
  const templates = choices.commonImport ? [...commonTemplates(choices), ...custom] : custom;
  return [...templates].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}

function customTemplate(entry: Template, index: number): readonly EffectiveTemplate[] {
  const { metadata, spec } = entry;
  if (isDisabled(entry) || spec === undefined || commonImages.some(({ name }) => name === metadata.name))
    return [];
  const { annotations = {}, ...rest } = metadata;
  return [{ origin: { kind: 'custom', index }, metadata: rest, ...architecturesApart(annotations), spec }];
}

function commonTemplates(choices: Choices): readonly EffectiveTemplate[] {
  return commonImages.flatMap((image) => {
    const common = commonTemplate(image, choices);
    const index = choices.written.findIndex(({ metadata }) => metadata.name === image.name);
    const entry = choices.written[index];
    if (entry === undefined) return [common];
    if (isDisabled(entry) || entry.spec === undefined) return [];
    return [modifiedTemplate(common, entry, { index, multiArchitecture: choices.multiArchitecture })];
  });
}

function commonTemplate(
  image: (typeof commonImages)[number],
  { commonNamespace, schedule }: Choices,
): EffectiveTemplate {
  return {
    origin: { kind: 'common' },
    metadata: { name: image.name, ...(commonNamespace === '' ? {} : { namespace: commonNamespace }) },
    annotations: { [bindImmediatelyAnnotation]: 'true' },
    architectures: image.architectures,
    spec: {
      schedule,
      managedDataSource: image.managedDataSource,
      garbageCollect: 'Outdated',
      template: {
        spec: {
          source: { registry: { url: image.url } },
          storage: { resources: { requests: { storage: image.size } } },
        },
      },
    },
  };
}

interface Modification {
  readonly index: number;
  readonly multiArchitecture: boolean;
}

/** The entry's spec replaces the common one; annotations merge, labels of the entry do not count. */
function modifiedTemplate(
  common: EffectiveTemplate,
  entry: Template,
  { index, multiArchitecture }: Modification,
): EffectiveTemplate {
  const written = entry.spec ?? common.spec;
  const schedule = written.schedule || common.spec.schedule;
  const spec = schedule === undefined ? written : { ...written, schedule };
  const { annotations, architectures } = architecturesApart(entry.metadata.annotations ?? {});
  const { namespace } = entry.metadata;
  const sameImage = !multiArchitecture || sameRegistry(spec, common.spec);
  return {
    origin: { kind: 'modified', index },
    metadata: { name: entry.metadata.name, ...(namespace === undefined ? {} : { namespace }) },
    annotations: { ...common.annotations, ...annotations },
    architectures: architecturesOf({
      sameImage,
      multiArchitecture,
      common: common.architectures,
      written: architectures,
    }),
    spec,
  };
}

/** What we know of our own image beats the annotation; of another image we know only the annotation. */
function architecturesOf(input: {
  readonly sameImage: boolean;
  readonly multiArchitecture: boolean;
  readonly common: string | undefined;
  readonly written: string | undefined;
}): string | undefined {
  if (!input.multiArchitecture) return input.written ?? input.common;
  return input.sameImage ? input.common : input.written;
}

function sameRegistry(spec: TemplateSpec, common: TemplateSpec): boolean {
  const registry = registryOf(spec);
  return registry === undefined || canonicalJson(registry) === canonicalJson(registryOf(common));
}

function registryOf(spec: TemplateSpec): JsonObject | undefined {
  const source = spec.template.spec.source;
  const registry = isJsonObject(source) ? source.registry : undefined;
  return isJsonObject(registry) ? registry : undefined;
}

/** Where the image comes from; undefined: not from the URL of a registry. */
export function imageUrl(spec: TemplateSpec): string | undefined {
  const url = registryOf(spec)?.url;
  return typeof url === 'string' ? url : undefined;
}

function architecturesApart(
  written: Readonly<Record<string, string>>,
): Pick<EffectiveTemplate, 'annotations' | 'architectures'> {
  const { [architecturesAnnotation]: architectures, ...annotations } = written;
  return { annotations: { [bindImmediatelyAnnotation]: 'true', ...annotations }, architectures };
}

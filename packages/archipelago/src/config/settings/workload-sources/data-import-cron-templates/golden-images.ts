import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import type { Context } from '../../../framework/context.ts';
import { enableMultiArchBootImageImport } from '../../feature-gates/enable-multi-arch-boot-image-import.ts';
import { commonBootImageNamespace } from '../common-boot-image-namespace.ts';
import { enableCommonBootImageImport } from '../enable-common-boot-image-import.ts';
import { type EffectiveTemplate, effectiveTemplates, imageUrl, type Origin } from './effective-templates.ts';
import { narrowArchitectures } from './narrow-architectures.ts';
import { architecturesAnnotation, type Template } from './template.ts';

/** One golden image: what SSP gets, and what the status says about it. */
export interface GoldenImage {
  readonly name: string;
  readonly origin: Origin;
  /** As it is to be imported, before its architectures are narrowed. */
  readonly effective: EffectiveTemplate;
  /** Undefined: no architecture of the image is one of the workload nodes, so nothing is imported. */
  readonly template: JsonObject | undefined;
  /** The entry of `status.dataImportCronTemplates`. */
  readonly status: JsonObject;
}

/** The golden images that follow from the spec and the workload nodes. */
export function goldenImages(
  written: readonly Template[] | undefined,
  { facts, read }: Context,
): readonly GoldenImage[] {
  const multiArchitecture = read(enableMultiArchBootImageImport) === true;
  const templates = effectiveTemplates({
    written: written ?? [],
    multiArchitecture,
    commonImport: read(enableCommonBootImageImport) !== false,
    commonNamespace: read(commonBootImageNamespace) ?? '',
    schedule: facts.dataImportSchedule,
  });
  return templates.map((effective) => ({
    effective,
    ...(multiArchitecture
      ? perArchitecture(withKnowledge(effective, facts.imageKnowledge), facts.workloadArchitectures)
      : forAnyNode(effective)),
  }));
}

/** Where nobody wrote down the architectures, those that the registry told take the annotation's place. */
function withKnowledge(template: EffectiveTemplate, knowledge: Context['facts']['imageKnowledge']) {
  const { name } = template.metadata;
  if (template.architectures !== undefined || knowledge === undefined || !Object.hasOwn(knowledge, name))
    return template;
  const known = knowledge[name];
  const sameImage = known !== undefined && known.url === imageUrl(template.spec);
  return sameImage ? { ...template, architectures: known.architectures.join(',') } : template;
}

type Outcome = Omit<GoldenImage, 'effective'>;

function forAnyNode(template: EffectiveTemplate): Outcome {
  const { origin, architectures } = template;
  return {
    name: template.metadata.name,
    origin,
    template: manifest(template, undefined),
    status: { ...manifest(template, architectures), ...statusOf(origin, {}) },
  };
}

function perArchitecture(template: EffectiveTemplate, workloadArchitectures: readonly string[]): Outcome {
  const { origin, architectures } = template;
  const base = { name: template.metadata.name, origin };
  if (architectures === undefined) {
    const unchanged = manifest(template, undefined);
    return { ...base, template: unchanged, status: { ...unchanged, ...statusOf(origin, {}) } };
  }
  const { supported } = narrowArchitectures(architectures, workloadArchitectures);
  const narrowed = manifest(template, supported.join(','));
  const original = architectures === '' ? {} : { originalSupportedArchitectures: architectures };
  if (supported.length > 0)
    return { ...base, template: narrowed, status: { ...narrowed, ...statusOf(origin, original) } };
  return {
    ...base,
    template: undefined,
    status: { ...narrowed, ...statusOf(origin, { ...original, conditions: [unsupported] }) },
  };
}

const unsupported = {
  type: 'Deployed',
  status: 'False',
  reason: 'UnsupportedArchitectures',
  message: 'DataImportCronTemplate has no supported architectures for the current cluster',
} as const;

function statusOf(origin: Origin, more: JsonObject): { readonly status?: JsonObject } {
  const status: JsonObject = {
    ...(origin.kind === 'custom' ? {} : { commonTemplate: true }),
    ...(origin.kind === 'modified' ? { modified: true } : {}),
    ...more,
  };
  return { status };
}

/** As CDI writes the template: metadata and status of the DataVolume are there, if only empty. */
function manifest(
  { metadata, annotations, spec }: EffectiveTemplate,
  architectures: string | undefined,
): JsonObject {
  const { template, ...rest } = spec;
  const dataVolume: Record<string, JsonValue | undefined> = { metadata: {}, ...template, status: {} };
  return {
    metadata: {
      ...metadata,
      annotations: {
        ...annotations,
        ...(architectures === undefined ? {} : { [architecturesAnnotation]: architectures }),
      },
    },
    spec: { ...rest, template: dataVolume },
  };
}

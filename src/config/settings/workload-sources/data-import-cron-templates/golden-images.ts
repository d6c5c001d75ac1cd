import type { JsonObject, JsonValue } from '../../../../api/json-value.ts';
import type { Context } from '../../../context.ts';
import { enableMultiArchBootImageImport } from '../../feature-gates/enable-multi-arch-boot-image-import.ts';
import { commonBootImageNamespace } from '../common-boot-image-namespace.ts';
import { enableCommonBootImageImport } from '../enable-common-boot-image-import.ts';
import { type EffectiveTemplate, effectiveTemplates, type Origin } from './effective-templates.ts';
import { narrowArchitectures } from './narrow-architectures.ts';
import { architecturesAnnotation, type Template } from './template.ts';

/** One golden image: what SSP gets, and what the status says about it. */
export interface GoldenImage {
  readonly name: string;
  readonly origin: Origin;
  /** Undefined: no architecture of the image is one of the workload nodes, so nothing is imported. */
  readonly template: JsonObject | undefined;
  /** The entry of `status.dataImportCronTemplates`. */
  readonly status: JsonObject;
}

/** The golden images that follow from the spec and the workload nodes (seeds 000 and 001). */
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
  return templates.map((template) =>
    multiArchitecture ? perArchitecture(template, facts.workloadArchitectures) : forAnyNode(template),
  );
}

function forAnyNode(template: EffectiveTemplate): GoldenImage {
  const { origin, architectures } = template;
  return {
    name: template.metadata.name,
    origin,
    template: manifest(template, undefined),
    status: { ...manifest(template, architectures), ...statusOf(origin, {}) },
  };
}

function perArchitecture(template: EffectiveTemplate, workloadArchitectures: readonly string[]): GoldenImage {
  const { origin, architectures } = template;
  const name = template.metadata.name;
  if (architectures === undefined) {
    const unchanged = manifest(template, undefined);
    return { name, origin, template: unchanged, status: { ...unchanged, ...statusOf(origin, {}) } };
  }
  const { supported } = narrowArchitectures(architectures, workloadArchitectures);
  const narrowed = manifest(template, supported.join(','));
  const original = architectures === '' ? {} : { originalSupportedArchitectures: architectures };
  if (supported.length > 0)
    return { name, origin, template: narrowed, status: { ...narrowed, ...statusOf(origin, original) } };
  return {
    name,
    origin,
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

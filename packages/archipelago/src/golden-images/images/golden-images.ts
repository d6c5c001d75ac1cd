import { type JsonObject, type JsonValue, objectsAt, textAt } from '@archipelago/apimachinery';
import type { EffectiveTemplate, Origin } from '../templates/effective-templates.ts';
import { narrowArchitectures } from '../templates/narrow-architectures.ts';
import { architecturesAnnotation } from '../templates/template.ts';
import { type ArchitectureDecision, decideArchitectures } from './decide-architectures.ts';
import type { RegistryAnswers } from './image-knowledge.ts';
import { type ImageKnowledge, imageToProbe } from './image-knowledge.ts';
import { previousArchitectures, withProbeStatus } from './template-status.ts';

/** One golden image: what its architectures are and who says so, what SSP gets, and what the status says about it. */
export interface GoldenImage {
  readonly name: string;
  readonly origin: Origin;
  /** As it is to be imported, before its architectures are narrowed. */
  readonly effective: EffectiveTemplate;
  readonly decision: ArchitectureDecision;
  /** Undefined: its registry is not asked. */
  readonly knowledge: ImageKnowledge | undefined;
  /** Undefined: no architecture of the image is one of the workload nodes, so nothing is imported. */
  readonly template: JsonObject | undefined;
  /** The entry of `status.dataImportCronTemplates`. */
  readonly status: JsonObject;
}

/** What golden images follow from besides their templates. */
interface ImageInputs {
  /** One image per architecture; else one image serves all nodes, and no registry is asked which ones it is for. */
  readonly multiArchitecture: boolean;
  readonly workloadArchitectures: readonly string[];
  /** Undefined: registries are not asked. */
  readonly answers: RegistryAnswers | undefined;
  /** `status.dataImportCronTemplates` as it is stored. */
  readonly previous: JsonValue | undefined;
  /** Where templates without a namespace live. */
  readonly home: string;
}

/** The golden images that templates come to on a cluster. */
export function goldenImages(
  templates: readonly EffectiveTemplate[],
  inputs: ImageInputs,
): readonly GoldenImage[] {
  const entries = entriesByName(inputs.previous);
  return templates.map((template) => goldenImage(template, entries.get(template.metadata.name), inputs));
}

function entriesByName(list: JsonValue | undefined): ReadonlyMap<string, JsonObject> {
  return new Map(objectsAt(list).map((entry) => [textAt(entry, 'metadata', 'name'), entry]));
}

function goldenImage(
  effective: EffectiveTemplate,
  previous: JsonObject | undefined,
  inputs: ImageInputs,
): GoldenImage {
  const { multiArchitecture, workloadArchitectures } = inputs;
  const { name } = effective.metadata;
  const knowledge = knowledgeOf(effective, inputs);
  const decision = decideArchitectures({
    template: name,
    annotation: effective.architectures,
    knowledge,
    previous: previousArchitectures(previous, manifest(effective, undefined)),
  });
  const outcome = multiArchitecture
    ? perArchitecture(withDecision(effective, decision), workloadArchitectures)
    : forAnyNode(effective);
  const found = { decision, knowledge: multiArchitecture ? knowledge : undefined };
  const status = withProbeStatus(outcome.status, found, previous);
  return { name, origin: effective.origin, effective, decision, knowledge, ...outcome, status };
}

/** What is known from the registry of an image; undefined: nothing, and nobody waits for it. */
function knowledgeOf(
  template: EffectiveTemplate,
  { answers, home, multiArchitecture }: ImageInputs,
): ImageKnowledge | undefined {
  if (answers === undefined) return undefined;
  const image = imageToProbe(template, home);
  if (image.kind !== 'image') return image;
  return answers.get(image.key) ?? (multiArchitecture ? { kind: 'pending' } : undefined);
}

/** Where nobody wrote down the architectures, what is known takes the annotation's place. */
function withDecision(template: EffectiveTemplate, { decided }: ArchitectureDecision): EffectiveTemplate {
  const isKnown = template.architectures === undefined && decided.kind === 'known';
  return isKnown ? { ...template, architectures: decided.architectures.join(',') } : template;
}

type Outcome = Pick<GoldenImage, 'template' | 'status'>;

function forAnyNode(template: EffectiveTemplate): Outcome {
  const { origin, architectures } = template;
  return {
    template: manifest(template, undefined),
    status: { ...manifest(template, architectures), ...statusOf(origin, {}) },
  };
}

function perArchitecture(template: EffectiveTemplate, workloadArchitectures: readonly string[]): Outcome {
  const { origin, architectures } = template;
  if (architectures === undefined) {
    const unchanged = manifest(template, undefined);
    return { template: unchanged, status: { ...unchanged, ...statusOf(origin, {}) } };
  }
  const { supported } = narrowArchitectures(architectures, workloadArchitectures);
  const narrowed = manifest(template, supported.join(','));
  const original = architectures === '' ? {} : { originalSupportedArchitectures: architectures };
  if (supported.length > 0)
    return { template: narrowed, status: { ...narrowed, ...statusOf(origin, original) } };
  return {
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

import { isJsonObject, type JsonObject, type JsonValue, listAt } from '@archipelago/apimachinery';
import type { KnownImage } from '../cluster-facts/cluster-facts.ts';
import { imageUrl } from '../config/settings/workload-sources/data-import-cron-templates/effective-templates.ts';
import type { GoldenImage } from '../config/settings/workload-sources/data-import-cron-templates/golden-images.ts';
import type { DecidedTemplate } from './boot-source.ts';
import { type ArchitectureDecision, decideArchitectures, type ImageFinding } from './decide-architectures.ts';
import type { ImageKnowledge } from './image-knowledge.ts';
import { previousArchitectures, withProbeStatus } from './template-status.ts';

/** One golden image, and what was found out about its architectures. */
export interface DecidedImage {
  readonly image: GoldenImage;
  readonly decision: ArchitectureDecision;
  /** Undefined: images are not looked up. */
  readonly knowledge: ImageKnowledge | undefined;
  /** The entry of the stored status. */
  readonly previous: JsonObject | undefined;
}

/** Decides for all golden images. `previous` is `status.dataImportCronTemplates` as it is stored. */
export function decideTemplates(input: {
  readonly images: readonly GoldenImage[];
  /** Undefined: images are not looked up. */
  readonly knowledgeOf: (image: GoldenImage) => ImageKnowledge | undefined;
  readonly previous: JsonValue | undefined;
}): readonly DecidedImage[] {
  const entries = entriesByName(input.previous);
  return input.images.map((image) => {
    const knowledge = input.knowledgeOf(image);
    const previous = entries.get(image.name);
    const decision = decideArchitectures({
      template: image.name,
      annotation: image.effective.architectures,
      knowledge,
      previous: previousArchitectures(previous, image.status),
    });
    return { image, decision, knowledge, previous };
  });
}

function entriesByName(list: JsonValue | undefined): ReadonlyMap<string, JsonObject> {
  const entries: readonly JsonValue[] = listAt(list);
  return new Map(
    entries.flatMap((entry): [string, JsonObject][] => {
      const metadata = isJsonObject(entry) ? entry.metadata : undefined;
      const name = isJsonObject(metadata) ? metadata.name : undefined;
      return isJsonObject(entry) && typeof name === 'string' ? [[name, entry]] : [];
    }),
  );
}

/** What the decisions come to for images whose template does not list its architectures. */
export function imageKnowledgeOf(decided: readonly DecidedImage[]): Readonly<Record<string, KnownImage>> {
  return Object.fromEntries(
    decided.flatMap(({ image, decision }): [string, KnownImage][] => {
      const url = imageUrl(image.effective.spec);
      const { decided: known } = decision;
      if (known.kind !== 'known' || known.source === 'annotation' || url === undefined) return [];
      return [[image.name, { url, architectures: known.architectures }]];
    }),
  );
}

/** For the planner and the gauges. */
export function decidedTemplates(decided: readonly DecidedImage[]): readonly DecidedTemplate[] {
  return decided.map(({ image, decision }) => ({ template: image.effective, decided: decision.decided }));
}

/** What is odd about the images. */
export function imageFindings(decided: readonly DecidedImage[]): readonly ImageFinding[] {
  return decided.flatMap(({ decision }) => decision.findings);
}

/** The images with what was found out about them in their status. */
export function withProbeStatuses(
  images: readonly GoldenImage[],
  decided: readonly DecidedImage[],
): readonly GoldenImage[] {
  const byName = new Map(decided.map((one) => [one.image.name, one]));
  return images.map((image) => {
    const found = byName.get(image.name);
    if (found === undefined) return image;
    return { ...image, status: withProbeStatus(image.status, found, found.previous) };
  });
}

import {
  canonicalJson,
  type JsonObject,
  type JsonValue,
  objectAt,
  objectsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { listedArchitectures } from '../config/settings/workload-sources/data-import-cron-templates/narrow-architectures.ts';
import type { ArchitectureDecision } from './decide-architectures.ts';
import { type ImageKnowledge, lastProbed, probedArchitectures } from './image-knowledge.ts';

/** What the status says of an image besides what upstream's says. Every member is stable while nothing changes. */
interface ProbeStatus extends JsonObject {
  /** Comma separated, as is `originalSupportedArchitectures`: what the image supports by the word that counts. */
  readonly supportedArchitectures?: string;
  /** What the registry told, comma separated. */
  readonly probedArchitectures?: string;
  /** Of the index, or the manifest of a single-architecture image. */
  readonly digest?: string;
  /** RFC 3339: since when the registry tells this. */
  readonly probeTime?: string;
  readonly conditions?: readonly JsonObject[];
}

/**
 * The entry of `status.dataImportCronTemplates` with what was found out about the image; the entry itself where images
 * are not probed. `previous` is the stored entry of the same name: times and wording move only when a result changes.
 */
export function withProbeStatus(
  entry: JsonObject,
  found: { readonly decision: ArchitectureDecision; readonly knowledge: ImageKnowledge | undefined },
  previous: JsonObject | undefined,
): JsonObject {
  const { decision, knowledge } = found;
  if (knowledge === undefined) return entry;
  const before = statusOf(previous);
  const status = statusOf(entry);
  const image = lastProbed(knowledge);
  const remembered = image === undefined && previousArchitectures(previous, entry) !== undefined;
  const told =
    image === undefined
      ? pick(remembered ? before : {}, ['probedArchitectures', 'digest', 'probeTime'])
      : toldBy(image, before);
  const { decided } = decision;
  const conditions = [
    ...objectsAt(status.conditions),
    ...probeConditions(decision, knowledge).map((condition) =>
      steady(condition, objectsAt(before.conditions)),
    ),
  ];
  return {
    ...entry,
    status: {
      ...status,
      ...(decided.kind === 'known' ? { supportedArchitectures: decided.architectures.join(',') } : {}),
      ...told,
      conditions,
    },
  };
}

/** What the stored entry remembers of the image that `entry` names; undefined: nothing, or of another image. */
export function previousArchitectures(
  previous: JsonObject | undefined,
  entry: JsonObject,
): readonly string[] | undefined {
  const { probedArchitectures: text } = statusOf(previous);
  if (typeof text !== 'string' || text === '') return undefined;
  return canonicalJson(imageOf(previous)) === canonicalJson(imageOf(entry))
    ? listedArchitectures(text)
    : undefined;
}

function toldBy(
  image: NonNullable<ReturnType<typeof lastProbed>>,
  before: JsonObject,
): Omit<ProbeStatus, 'conditions'> {
  const architectures = probedArchitectures(image).join(',');
  const unchanged = before.digest === image.digest && before.probedArchitectures === architectures;
  const since = unchanged && typeof before.probeTime === 'string' ? before.probeTime : image.at;
  return { probedArchitectures: architectures, digest: image.digest, probeTime: since };
}

/** `Probed`: whether the registry tells; `ArchitecturesAgree`: whether it tells what the annotation says. */
function probeConditions(
  { decided, findings }: ArchitectureDecision,
  knowledge: ImageKnowledge,
): readonly JsonObject[] {
  const disagreement = findings.find(
    ({ reason }) => reason === 'IndexLacksArchitecture' || reason === 'SingleArchitectureImage',
  );
  const compared = decided.kind === 'known' && decided.source === 'annotation' && lastProbed(knowledge);
  const agree: JsonObject = disagreement
    ? { status: 'False', reason: disagreement.reason, message: disagreement.message }
    : {
        status: 'True',
        reason: 'AsAnnotated',
        message: 'the image has every architecture of the annotation',
      };
  return [
    { type: 'Probed', ...probed(knowledge) },
    ...(compared ? [{ type: 'ArchitecturesAgree', ...agree }] : []),
  ];
}

function probed(knowledge: ImageKnowledge): JsonObject {
  switch (knowledge.kind) {
    case 'probed':
      return {
        status: 'True',
        reason: 'Probed',
        message: 'the registry told the architectures of the image',
      };
    case 'failed': {
      const reason = `${knowledge.reason.slice(0, 1).toUpperCase()}${knowledge.reason.slice(1)}`;
      return { status: 'False', reason, message: knowledge.message };
    }
    case 'unprobeable':
      return {
        status: 'False',
        reason: 'Unprobeable',
        message: `no registry can tell: ${knowledge.because}`,
      };
    case 'pending':
      return { status: 'Unknown', reason: 'Pending', message: 'the registry has not been asked yet' };
  }
}

/** The stored condition while it says the same; messages of failures differ from attempt to attempt. */
function steady(condition: JsonObject, before: readonly JsonObject[]): JsonObject {
  const same = before.find(
    ({ type, status, reason }) =>
      type === condition.type && status === condition.status && reason === condition.reason,
  );
  return same !== undefined && condition.type === 'Probed' ? same : condition;
}

function statusOf(entry: JsonObject | undefined): JsonObject {
  return objectAt(entry, 'status');
}

function imageOf(entry: JsonObject | undefined): JsonValue | undefined {
  return valueAt(entry, 'spec', 'template', 'spec', 'source', 'registry');
}

function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));
}

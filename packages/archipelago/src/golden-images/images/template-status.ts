import {
  canonicalJson,
  type JsonObject,
  type JsonValue,
  objectAt,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { listedArchitectures } from '../templates/narrow-architectures.ts';
import type { ArchitectureDecision } from './decide-architectures.ts';
import {
  type ImageKnowledge,
  lastProbed,
  type ProbedImage,
  probedArchitectures,
  probeFailures,
} from './image-knowledge.ts';

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
  return isSameImage(previous, entry) ? listedArchitectures(text) : undefined;
}

/** What a stored entry tells of the registry's answers about the image that `entry` names; undefined: it was not asked. */
export function knowledgeInStatus(
  previous: JsonObject | undefined,
  entry: JsonObject,
): ImageKnowledge | undefined {
  if (!isSameImage(previous, entry)) return undefined;
  const before = statusOf(previous);
  const condition = objectsAt(before.conditions).find(({ type }) => type === 'Probed');
  const last = rememberedImage(before);
  if (condition?.status !== 'False')
    return last ?? (condition === undefined ? undefined : { kind: 'pending' });
  const reason = probeFailures.find((one) => capitalized(one) === condition.reason) ?? 'unreachable';
  const failure = { kind: 'failed', reason, message: textAt(condition, 'message') } as const;
  return { ...failure, at: textAt(before, 'probeTime'), ...(last === undefined ? {} : { last }) };
}

/** Without the digests and sizes of its platforms, which the status does not keep. */
function rememberedImage({
  digest,
  probedArchitectures: text,
  probeTime: at,
}: JsonObject): ProbedImage | undefined {
  if (typeof digest !== 'string' || typeof at !== 'string') return undefined;
  const platforms = listedArchitectures(typeof text === 'string' ? text : '').map((architecture) => ({
    architecture,
    digest: '',
    size: undefined,
  }));
  return { kind: 'probed', digest, single: false, platforms, at };
}

function isSameImage(previous: JsonObject | undefined, entry: JsonObject): boolean {
  return canonicalJson(imageOf(previous)) === canonicalJson(imageOf(entry));
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
    case 'failed':
      return { status: 'False', reason: capitalized(knowledge.reason), message: knowledge.message };
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

function capitalized(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
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

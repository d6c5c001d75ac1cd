import {
  isJsonObject,
  type JsonObject,
  marshal,
  objectAt,
  objectOf,
  parseJson,
  valueAt,
} from '@archipelago/apimachinery';
import { typeErrors } from './check-type.ts';
import { compareValues } from './compare-values.ts';
import { extractFields } from './extract-fields.ts';
import { FieldSet } from './field-set.ts';
import { type AppliedFields, applyFields, type FieldRules, type OwnedObject } from './field-updater.ts';
import type { Manager } from './managers.ts';

const annotationName = 'kubectl.kubernetes.io/last-applied-configuration';

/** Bytes all annotations of an object may have together. */
const maxAnnotationBytes = 256 * 1024;

/** The one manager that took over from client-side apply, and from its annotation. */
const heir = 'kubectl';

interface ContestedApply {
  readonly live: OwnedObject;
  readonly applied: JsonObject;
  readonly writer: Omit<Manager, 'fields'>;
  readonly rules: FieldRules;
}

type Refused = Extract<AppliedFields, { readonly ok: false }>;

/**
 * Second look at the conflicts of kubectl's server-side apply: fields that kubectl's client-side apply set and
 * nobody changed since are its own. Source: apimachinery's lastAppliedManager, Kubernetes 1.36.
 */
export function settleWithLastApplied(refused: Refused, apply: ContestedApply): AppliedFields {
  if (apply.writer.name !== heir) return refused;
  const own = lastAppliedFields(apply);
  const conflicts = new Map(
    [...refused.conflicts]
      .map(([id, fields]): [string, FieldSet] => [id, fields.difference(own)])
      .filter(([, fields]) => !fields.isEmpty),
  );
  if (conflicts.size > 0) return { ...refused, conflicts };
  return applyFields(apply.live, { object: apply.applied, force: true }, apply.writer, apply.rules);
}

/** Fields of the last client-side apply that still are as it left them. */
function lastAppliedFields({ live, writer, rules }: ContestedApply): FieldSet {
  const type = rules.typeOf(writer.apiVersion);
  const object = parseAnnotation(live.object);
  const isUsable =
    object !== undefined && type !== undefined && valueAt(object, 'apiVersion') === writer.apiVersion;
  if (!isUsable || typeErrors(object, type, 'refused').length > 0) return new FieldSet();
  const { added, modified, removed } = compareValues(object, live.object, type);
  return extractFields(object, type).difference(modified).difference(added).difference(removed);
}

function parseAnnotation(object: JsonObject): JsonObject | undefined {
  const text = valueAt(annotationsOf(object), annotationName);
  if (typeof text !== 'string') return undefined;
  try {
    const parsed = parseJson(text);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The object with its last-applied annotation brought up to date, where it has one and kubectl applies. */
export function withLastApplied(object: JsonObject, applied: JsonObject, manager: string): JsonObject {
  const annotations = annotationsOf(object);
  const former = valueAt(annotations, annotationName);
  if (manager !== heir || typeof former !== 'string' || former === '') return object;
  const others = Object.entries(annotations).filter(([name]) => name !== annotationName);
  const text = `${marshal(withoutAnnotation(applied))}\n`;
  const size = [...others, [annotationName, text]].reduce((sum, pair) => sum + pair.join('').length, 0);
  const members = size > maxAnnotationBytes ? others : [...others, [annotationName, text] as const];
  return { ...object, metadata: { ...metadataOf(object), annotations: objectOf(members) } };
}

function withoutAnnotation(applied: JsonObject): JsonObject {
  const annotations = annotationsOf(applied);
  if (valueAt(annotations, annotationName) === undefined) return applied;
  const others = objectOf(Object.entries(annotations).filter(([name]) => name !== annotationName));
  return { ...applied, metadata: { ...metadataOf(applied), annotations: others } };
}

function metadataOf(object: JsonObject): JsonObject {
  const metadata = valueAt(object, 'metadata');
  return objectAt(metadata);
}

function annotationsOf(object: JsonObject): JsonObject {
  const annotations = valueAt(metadataOf(object), 'annotations');
  return objectAt(annotations);
}

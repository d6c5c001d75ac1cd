import { isJsonObject, type JsonObject, type JsonValue, listAt, objectAt } from '@archipelago/apimachinery';
import { parseFieldPath } from '../config/framework/field-path.ts';
import type { Operand } from '../config/framework/operand.ts';
import type { Rendered } from '../config/render.ts';
import { settings } from '../config/settings.ts';

/** Members of an object that are never part of what we want. */
const notOurs = new Set(['apiVersion', 'kind', 'metadata', 'status']);

/**
 * The part of an object that belongs to us: what `rendered` declares besides identity and status (`spec` as a
 * whole), our labels and annotations, our owner reference. Everything else, labels and annotations of users
 * above all, is theirs.
 */
export function ownedParts(object: JsonObject, { operand, manifest }: Rendered): JsonObject {
  const members = Object.keys(manifest).filter((name) => !notOurs.has(name));
  const [metadata, ours] = [objectAt(object, 'metadata'), objectAt(manifest, 'metadata')];
  const annotationKeys = [...Object.keys(objectAt(ours, 'annotations')), ...annotationsThatMayBe(operand)];
  return {
    metadata: {
      labels: picked(objectAt(metadata, 'labels'), Object.keys(objectAt(ours, 'labels'))),
      annotations: picked(objectAt(metadata, 'annotations'), annotationKeys),
      ...(operand.owned ? { ownerReferences: ownersLike(metadata, ours) } : {}),
    },
    ...picked(object, members),
  };
}

/** The live object with our part of it as `rendered` wants it, ready to replace the live one. */
export function withOwnedParts(live: JsonObject, { operand, manifest }: Rendered): JsonObject {
  const [metadata, ours] = [objectAt(live, 'metadata'), objectAt(manifest, 'metadata')];
  const dropped = new Set(annotationsThatMayBe(operand));
  const { annotations: _, ...others } = metadata;
  const kept = Object.entries(objectAt(metadata, 'annotations')).filter(([key]) => !dropped.has(key));
  const annotations = { ...Object.fromEntries(kept), ...objectAt(ours, 'annotations') };
  const members = Object.entries(manifest).filter(([name]) => !notOurs.has(name));
  const owners = listAt(metadata, 'ownerReferences').filter((owner) => !contends(owner, ours));
  return {
    ...live,
    ...Object.fromEntries(members),
    metadata: {
      ...others,
      labels: { ...objectAt(metadata, 'labels'), ...objectAt(ours, 'labels') },
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      ...(operand.owned ? { ownerReferences: [...owners, ...listAt(ours, 'ownerReferences')] } : {}),
    },
  };
}

/** A new object in place of the live one: as `rendered` wants it, with the labels and annotations of others. */
export function successorOf(live: JsonObject, rendered: Rendered): JsonObject {
  const { labels, annotations } = objectAt(withOwnedParts(live, rendered), 'metadata');
  const ours = objectAt(rendered.manifest, 'metadata');
  const metadata = { ...ours, labels, ...(annotations === undefined ? {} : { annotations }) };
  return { ...rendered.manifest, metadata };
}

/** Annotations that some setting writes on the operand: not there when the setting does not ask for them. */
function annotationsThatMayBe(operand: Operand): readonly string[] {
  const known = annotationsByOperand.get(operand);
  if (known !== undefined) return known;
  const keys = settings
    .flatMap(({ landings }) => landings)
    .flatMap((landing) => (landing.operand === operand && landing.kind === 'field' ? [landing.field] : []))
    .map(parseFieldPath)
    .flatMap(([root, group, key]) => (root === 'metadata' && group === 'annotations' ? [String(key)] : []));
  annotationsByOperand.set(operand, keys);
  return keys;
}

const annotationsByOperand = new WeakMap<Operand, readonly string[]>();

function ownersLike(metadata: JsonObject, ours: JsonObject): readonly JsonValue[] {
  return listAt(metadata, 'ownerReferences').filter((owner) => contends(owner, ours));
}

/** References in the place of ours: to the same kind, or of another controller. */
function contends(owner: JsonValue, ours: JsonObject): boolean {
  const [mine] = listAt(ours, 'ownerReferences');
  if (!isJsonObject(owner) || !isJsonObject(mine)) return false;
  return owner.controller === true || owner.kind === mine.kind;
}

function picked(object: JsonObject, keys: readonly string[]): JsonObject {
  const present = [...new Set(keys)].filter((key) => Object.hasOwn(object, key));
  return Object.fromEntries(present.map((key) => [key, object[key]]));
}

import { type JsonObject, objectAt, textAt, textsAt, valueAt } from '@archipelago/apimachinery';
import { without } from '../json/json-access.ts';

/** Names of a definition that nobody else in its group uses, and the last name somebody does. */
interface AcceptedNames {
  readonly accepted: JsonObject;
  readonly conflict: { readonly reason: string; readonly message: string } | undefined;
}

interface Used {
  readonly resources: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

function usedBy(others: readonly JsonObject[]): Used {
  const resources = new Set<string>();
  const kinds = new Set<string>();
  for (const names of others) {
    for (const name of [
      textAt(names, 'plural'),
      textAt(names, 'singular'),
      ...textsAt(names, 'shortNames'),
    ]) {
      if (name !== '') resources.add(name);
    }
    for (const name of [textAt(names, 'kind'), textAt(names, 'listKind')]) if (name !== '') kinds.add(name);
  }
  return { resources, kinds };
}

const CHECKS: readonly { readonly name: string; readonly reason: string; readonly of: keyof Used }[] = [
  { name: 'plural', reason: 'PluralConflict', of: 'resources' },
  { name: 'singular', reason: 'SingularConflict', of: 'resources' },
  { name: 'shortNames', reason: 'ShortNamesConflict', of: 'resources' },
  { name: 'kind', reason: 'KindConflict', of: 'kinds' },
  { name: 'listKind', reason: 'ListKindConflict', of: 'kinds' },
];

/**
 * Decides which wanted names a definition gets; `others` are the accepted names of the other definitions of
 * the group, `before` those it has now, which it keeps where the wanted one is taken.
 */
export function acceptNames(
  wanted: JsonObject,
  before: JsonObject,
  others: readonly JsonObject[],
): AcceptedNames {
  const used = usedBy(others);
  const accepted: Record<string, JsonObject[string]> = { plural: '', kind: '', ...before };
  let conflict: AcceptedNames['conflict'];
  for (const { name, reason, of } of CHECKS) {
    const texts =
      name === 'shortNames' ? textsAt(wanted, name) : [textAt(wanted, name)].filter((text) => text !== '');
    const taken = texts.filter((text) => used[of].has(text));
    if (taken.length === 0) accepted[name] = valueAt(wanted, name);
    else
      conflict = {
        reason,
        message: taken.map((text) => `${JSON.stringify(text)} is already in use`).join(', '),
      };
  }
  if (conflict === undefined) accepted.categories = valueAt(wanted, 'categories');
  return { accepted: without(accepted), conflict };
}

/** The accepted names of a stored definition. */
export function acceptedNamesOf(definition: JsonObject): JsonObject {
  return objectAt(objectAt(definition, 'status'), 'acceptedNames');
}

import { type JsonObject, valueAt } from '@archipelago/apimachinery';

/** What is said of a field, by its path, where somebody sets it. */
export type InertFields = Readonly<Record<string, string>>;

/** A resource whose writers are told something. */
interface Warning {
  readonly inert?: InertFields | undefined;
  readonly warn?: ((object: JsonObject) => readonly string[]) | undefined;
}

/** What is to be said of an object that sets some of the fields: nothing of what is empty. */
function inertWarnings(object: JsonObject, fields: InertFields): readonly string[] {
  return Object.entries(fields).flatMap(([path, warning]) => {
    const value = valueAt(object, ...path.split('.')) ?? undefined;
    const isEmpty =
      value === undefined || value === 0 || (typeof value === 'object' && Object.keys(value).length === 0);
    return isEmpty ? [] : [`${path}: ${warning}`];
  });
}

/** What is to be said to who writes an object. */
export function writeWarnings({ inert, warn }: Warning, object: JsonObject): readonly string[] {
  return [...inertWarnings(object, inert ?? {}), ...(warn?.(object) ?? [])];
}

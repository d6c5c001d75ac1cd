import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';

/** Defaults of one place in an object: `spec.ports[*]` means every element; absent places are left alone. */
export interface DefaultRule {
  readonly at: string;
  /** The fields that are set where they are missing; `root` is the whole object. */
  /** An empty text was written and stands: Go keeps it behind a pointer. */
  readonly keepsEmpty?: boolean;
  readonly fields: JsonObject | ((target: JsonObject, root: JsonObject) => JsonObject);
}

function fill(target: JsonObject, rule: DefaultRule, root: JsonObject): JsonObject {
  const fields = typeof rule.fields === 'function' ? rule.fields(target, root) : rule.fields;
  const missing = Object.entries(fields).filter(
    ([name, value]) =>
      value !== undefined && isMissing(valueAt(target, name), rule.keepsEmpty === true ? null : value),
  );
  return missing.length === 0 ? target : { ...target, ...Object.fromEntries(missing) };
}

/** What Go keeps as nil is null here and as good as absent, and so is an empty text where one is wanted. */
function isMissing(value: JsonValue | undefined, wanted: JsonValue): boolean {
  return value === undefined || value === null || (value === '' && typeof wanted === 'string');
}

type Place = (target: JsonObject) => JsonObject;

function atPath(value: JsonObject, path: readonly string[], change: Place): JsonObject {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  const each = step.endsWith('[*]');
  const name = each ? step.slice(0, -3) : step;
  const child = valueAt(value, name);
  if (child === undefined) return value;
  const changed = each
    ? inList(child, rest, change)
    : isJsonObject(child)
      ? atPath(child, rest, change)
      : child;
  return changed === child ? value : { ...value, [name]: changed };
}

function inList(list: JsonValue, path: readonly string[], change: Place): JsonValue {
  if (!Array.isArray(list)) return list;
  return list.map((item) => (isJsonObject(item) ? atPath(item, path, change) : item));
}

/** Sets the defaults in the order of the rules. */
export function fillDefaults(object: JsonObject, rules: readonly DefaultRule[]): JsonObject {
  return rules.reduce<JsonObject>((result, rule) => {
    const path = rule.at === '' ? [] : rule.at.split('.');
    return atPath(result, path, (target) => fill(target, rule, result));
  }, object);
}

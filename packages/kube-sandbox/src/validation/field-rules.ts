import {
  type FieldError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  objectsAt,
  valueAt,
} from '@archipelago/apimachinery';

/** What is wrong with the value of a field; `parent` is the object that has it. */
export type FieldCheck = (
  value: JsonValue | undefined,
  field: string,
  parent: JsonObject,
) => readonly FieldError[];

/**
 * Checks by the path of their field: `spec.ports[*].port` means that of every element. A field of something that is not
 * there counts as missing, an element of a list that is not there does not.
 */
export type FieldRules = Readonly<Record<string, FieldCheck>>;

interface Place {
  readonly object: JsonObject;
  readonly field: string;
}

function under({ object, field }: Place, step: string): readonly Place[] {
  const name = step.replace('[*]', '');
  const at = field === '' ? name : `${field}.${name}`;
  if (name === step) return [{ object: objectAt(object, name), field: at }];
  return objectsAt(object, name).map((item, index) => ({ object: item, field: `${at}[${index}]` }));
}

/** Every value of a list of texts or numbers, with its place. */
function checkItems({ object, field }: Place, name: string, check: FieldCheck): readonly FieldError[] {
  const list = valueAt(object, name);
  if (!Array.isArray(list)) return [];
  return list.flatMap((item, index) => check(item, `${field}.${name}[${index}]`, object));
}

function checkAt(place: Place, name: string, check: FieldCheck): readonly FieldError[] {
  if (name.endsWith('[*]')) return checkItems(place, name.slice(0, -3), check);
  const value = valueAt(place.object, name);
  return check(value ?? undefined, place.field === '' ? name : `${place.field}.${name}`, place.object);
}

/** What the rules say against an object; `at` is where it stands itself. */
export function fieldErrors(object: JsonValue, rules: FieldRules, at = ''): readonly FieldError[] {
  if (!isJsonObject(object)) return [];
  return Object.entries(rules).flatMap(([path, check]) => {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    const places = steps.reduce<readonly Place[]>(
      (all, step) => all.flatMap((place) => under(place, step)),
      [{ object, field: at }],
    );
    return places.flatMap((place) => checkAt(place, last, check));
  });
}

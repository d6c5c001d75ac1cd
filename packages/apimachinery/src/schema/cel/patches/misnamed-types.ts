import { type CelValue, isList, isMap, isMessage } from '../values/cel-value.ts';
import { mapEntries } from '../values/map-value.ts';

function memberValues(value: CelValue): readonly CelValue[] {
  if (isList(value)) return value.json === undefined ? value.items : [];
  return isMap(value) && value.json === undefined ? mapEntries(value).map(([, one]) => one) : [];
}

function misnamed(value: CelValue, path: string): readonly string[] {
  if (!isMessage(value)) return memberValues(value).flatMap((one) => misnamed(one, path));
  const expected = JSON.stringify(path);
  const own =
    value.name === path
      ? []
      : [
          `unexpected type name ${JSON.stringify(value.name)}, expected ${expected}, which matches field name path from root Object type`,
        ];
  const below = [...value.fields].flatMap(([name, one]) => misnamed(one, `${path}.${name}`));
  return [...own, ...below];
}

/**
 * What is wrong with the types that an expression made its values by: they have to be named after the fields they stand in, from the
 * type of the whole. Of a value that was converted, and so is not too large.
 */
export function misnamedTypes(value: CelValue): readonly string[] {
  return isMessage(value) ? misnamed(value, value.name) : [];
}

import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import type { Setting } from './framework/setting.ts';
import { settings } from './settings.ts';

/** The object without the settings in which fields have a shape that nothing can be computed with. */
export function withoutMisshapen(object: JsonObject, fields: readonly string[]): JsonObject {
  if (fields.length === 0) return object;
  const paths = settings.flatMap(({ source, name }: Setting) =>
    source.in === 'spec' && fields.some((field) => isAt(field, name))
      ? [['spec', ...source.path.split('.')]]
      : [],
  );
  return paths.reduce(without, object);
}

/** In the setting, or around it. */
function isAt(field: string, setting: string): boolean {
  return [field, setting].some((each, index, both) => {
    const other = both[1 - index] ?? '';
    return each === other || each.startsWith(`${other}.`) || each.startsWith(`${other}[`);
  });
}

function without(object: JsonObject, [head = '', ...rest]: readonly string[]): JsonObject {
  const { [head]: member, ...others } = object;
  return rest.length === 0 || !isJsonObject(member) ? others : { ...others, [head]: without(member, rest) };
}

import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import texts from '../built-in/types/field-texts.gen.json' with { type: 'json' };
import type { Column } from '../resources/resource-type.ts';

const TEXTS: ReadonlyMap<string, string> = new Map(Object.entries(texts));

/** The published description of a field, such as `ObjectMeta.name`. Throws for a field nobody generated. */
export function fieldText(name: string): string {
  const text = TEXTS.get(name);
  if (text === undefined) throw new Error(`no text of field ${name}: add it to the generator`);
  return text;
}

interface ColumnOptions {
  readonly type?: string;
  readonly format?: string;
  /** Shown only in wide output. */
  readonly wide?: boolean;
}

/** A column described by a text, or by the field named `Type.field` that it shows. */
export function column(
  name: string,
  describedBy: string,
  cell: (object: JsonObject, now: number) => JsonValue,
  options: ColumnOptions = {},
): Column {
  const isField = /^[A-Z]\w+\.\w+$/.test(describedBy);
  return {
    name,
    type: options.type ?? 'string',
    format: options.format ?? '',
    description: isField ? fieldText(describedBy) : describedBy,
    priority: options.wide === true ? 1 : 0,
    cell,
  };
}

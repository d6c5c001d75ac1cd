import { isJsonObject, type JsonObject, type JsonValue, listAt, textAt } from '@archipelago/apimachinery';
import { jsonSchema } from './framework/json-schema.ts';
import type { Setting } from './framework/setting.ts';

/** What people want to know about a setting, or about a member of one. */
export interface Description {
  readonly path: string;
  readonly type: string;
  readonly summary: string;
  /** Text of the default, however it comes about. */
  readonly default: string | undefined;
  readonly values: readonly JsonValue[];
  readonly deprecated: string | undefined;
  /** `KubeVirt spec.configuration.cpuModel`, … */
  readonly landsIn: readonly string[];
  readonly aliases: readonly string[];
  readonly members: readonly { readonly name: string; readonly type: string; readonly summary: string }[];
}

/** Describes `setting`, or the member of its value at `member`; undefined: there is no such member. */
export function describeSetting(setting: Setting, member: readonly string[] = []): Description | undefined {
  const schema = schemaAt(jsonSchema(setting.schema), member);
  if (schema === undefined) return undefined;
  const whole = member.length === 0;
  return {
    ...describeSchema(schema, [setting.name, ...member].join('.')),
    ...(whole ? { summary: setting.summary, default: defaultText(setting) } : {}),
    deprecated: setting.deprecated,
    landsIn: [...new Set(setting.landings.map(landingText))],
    aliases: setting.aliases.map(({ path }) => `spec.${path}`),
  };
}

/** Describes a field of which only the schema is known. */
export function describeSchema(schema: JsonObject, path: string): Description {
  return {
    path,
    type: typeText(schema),
    summary: textAt(schema, 'description'),
    default: jsonText(schema.default),
    values: listAt(schema, 'enum'),
    deprecated: undefined,
    landsIn: [],
    aliases: [],
    members: membersOf(schema),
  };
}

function landingText(landing: Setting['landings'][number]): string {
  return landing.kind === 'existence'
    ? `whether ${landing.operand.kind} exists`
    : `${landing.operand.kind} ${landing.field}`;
}

function defaultText(setting: Setting): string | undefined {
  const { admissionDefault, fallback } = setting;
  if (admissionDefault !== undefined) return admissionDefault.doc;
  if (fallback !== undefined) return fallback.doc;
  return isJsonObject(setting.default) ? undefined : jsonText(setting.default);
}

function jsonText(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

function schemaAt(schema: JsonObject, path: readonly string[]): JsonObject | undefined {
  return path.reduce<JsonObject | undefined>(
    (node, name) => (node === undefined ? undefined : memberSchema(node, name)),
    schema,
  );
}

function memberSchema(schema: JsonObject, name: string): JsonObject | undefined {
  const items = isJsonObject(schema.items) ? schema.items : schema;
  const { properties, additionalProperties } = items;
  const found =
    isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
  return isJsonObject(found) ? found : undefined;
}

function membersOf(schema: JsonObject): Description['members'] {
  const holder = isJsonObject(schema.items) ? schema.items : schema;
  const { properties } = holder;
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, below]) =>
    isJsonObject(below) ? [{ name, type: typeText(below), summary: textAt(below, 'description') }] : [],
  );
}

/** As `kubectl explain` names types. */
function typeText(schema: JsonObject): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'IntOrString';
  if (schema.type === 'array') return `[]${isJsonObject(schema.items) ? typeText(schema.items) : 'Object'}`;
  if (isJsonObject(schema.additionalProperties)) return `map[string]${typeText(schema.additionalProperties)}`;
  return schema.type === 'object' ? 'Object' : String(schema.type ?? 'Object');
}

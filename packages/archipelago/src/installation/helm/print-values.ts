import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import type { ChartValue } from './chart-value.ts';

/** `values.yaml`: each value under what it is for. Data stand in one line, which YAML reads as well. */
export function printValues(values: readonly ChartValue[]): string {
  return `${linesUnder(values, 0).join('\n')}\n`;
}

function linesUnder(values: readonly ChartValue[], depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  const keys = [...new Set(values.map(({ path }) => path[depth] ?? ''))];
  return keys.flatMap((key) => {
    const below = values.filter(({ path }) => path[depth] === key);
    const [only] = below;
    if (only !== undefined && only.path.length === depth + 1)
      return [`${indent}# ${only.summary}`, `${indent}${key}: ${JSON.stringify(only.usually)}`];
    return [`${indent}${key}:`, ...linesUnder(below, depth + 1)];
  });
}

/** `values.schema.json`: what Helm refuses before it asks any cluster. */
export function valuesSchema(values: readonly ChartValue[]): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft-07/schema#',
    ...schemaUnder(values, 0),
    // only OpenShift has it
    anyOf: [
      at(['platform'], { const: 'openshift' }),
      at(['webhook', 'certificates'], { not: { const: 'service-ca' } }),
    ],
  };
}

function at([first, ...rest]: readonly string[], schema: JsonObject): JsonObject {
  return first === undefined ? schema : { required: [first], properties: { [first]: at(rest, schema) } };
}

function schemaUnder(values: readonly ChartValue[], depth: number): JsonObject {
  const keys = [...new Set(values.map(({ path }) => path[depth] ?? ''))];
  const properties = keys.map((key): [string, JsonValue] => {
    const below = values.filter(({ path }) => path[depth] === key);
    const [only] = below;
    return only !== undefined && only.path.length === depth + 1
      ? [key, { description: only.summary, ...only.schema }]
      : [key, schemaUnder(below, depth + 1)];
  });
  // Helm's own: what charts that use this one hand down
  const own = depth === 0 ? { global: { type: 'object' } } : {};
  return {
    type: 'object',
    additionalProperties: false,
    properties: { ...own, ...Object.fromEntries(properties) },
  };
}

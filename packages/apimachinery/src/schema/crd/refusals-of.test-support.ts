import type { JsonObject, JsonValue } from '../../api/json-value.ts';
import { checkRules } from '../cel/rules/check-rules.ts';
import { ruleEngine } from '../cel/rules/rule-engine.ts';
import { checkCustomResourceDefinition } from './check-custom-resource-definition.ts';

const names = { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' };

/** A version `v1` with a schema. */
export function versionWith(schema: JsonValue, more: JsonObject = {}): JsonObject {
  return { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...more };
}

/** A definition without fault, but for what is given instead of members of its spec and its metadata. */
export function definitionWith(spec: JsonObject, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.t.example.com', ...metadata },
    spec: {
      group: 't.example.com',
      names,
      scope: 'Namespaced',
      versions: [versionWith({ type: 'object' })],
      ...spec,
    },
  };
}

const root = 'spec.validation.openAPIV3Schema';

/** What an API server says against a definition; paths begin at the schema that all versions share. */
export function refusalsOf(definition: JsonValue): readonly string[] {
  const { decodeError, errors } = checkCustomResourceDefinition(definition, {
    rules: ruleEngine,
    checkRules,
  });
  if (decodeError !== undefined) return [decodeError.replace(/^.* cannot be handled as a [A-Za-z]+: /, '')];
  return errors.map(({ field, message }) => `${field}: ${message}`.replaceAll(root, ''));
}

/** What it says against a schema. */
export function schemaRefusals(schema: JsonValue): readonly string[] {
  return refusalsOf(definitionWith({ versions: [versionWith(schema)] }));
}

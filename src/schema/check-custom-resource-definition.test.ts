import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../api/json-value.ts';
import { checkRules } from './cel/check-rules.ts';
import { ruleEngine } from './cel/rule-engine.ts';
import { checkCustomResourceDefinition } from './check-custom-resource-definition.ts';
import { compareBytes } from './go-text/marshal.ts';
import { haveVectors, loadVectors } from './vectors.test-support.ts';

interface Case {
  name: string;
  schema?: JsonValue;
  crd?: JsonValue;
  accepted: boolean;
  errors?: { field: string; type: string; message: string }[];
  message?: string;
  httpStatus?: number;
}

function definition(schema: JsonValue): JsonValue {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.t.example.com' },
    spec: {
      group: 't.example.com',
      names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

function sorted(errors: readonly { field: string; type: string; message: string }[]) {
  return errors.map(({ field, type, message }) => `${field} | ${type} | ${message}`).sort(compareBytes);
}

describe('checkCustomResourceDefinition', () => {
  it.skipIf(!haveVectors)('answers as measured', () => {
    const cases = (loadVectors('invalid-schema') as unknown as Case[]).filter(
      ({ name }) => !name.startsWith('cel/'),
    );
    const wrong: string[] = [];
    for (const example of cases) {
      const checked = checkCustomResourceDefinition(example.crd ?? definition(example.schema ?? null), {
        rules: ruleEngine,
        checkRules,
      });
      if (example.httpStatus === 400) {
        if (checked.decodeError !== example.message) wrong.push(`${example.name}: ${checked.decodeError}`);
        continue;
      }
      const got = sorted(checked.errors);
      const expected = sorted(example.errors ?? []);
      if (got.join('\n') !== expected.join('\n')) {
        wrong.push(`${example.name}\n  got ${got.join('\n      ')}\n want ${expected.join('\n      ')}`);
      }
    }
    console.log(`invalid-schema vectors: ${cases.length - wrong.length} of ${cases.length} passed`);
    expect(wrong.join('\n')).toBe('');
  });
});

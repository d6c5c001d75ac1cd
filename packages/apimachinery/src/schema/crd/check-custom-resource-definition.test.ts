import { describe, expect, it } from 'vitest';
import { casesOf } from '../../../../../test/support/vectors.ts';
import { objectAt } from '../../api/json-members.ts';
import type { JsonValue } from '../../api/json-value.ts';
import { compareBytes } from '../../go-text/marshal.ts';
import { checkRules } from '../cel/rules/check-rules.ts';
import { ruleEngine } from '../cel/rules/rule-engine.ts';
import { checkCustomResourceDefinition } from './check-custom-resource-definition.ts';

interface Case {
  name: string;
  schema?: JsonValue;
  crd?: JsonValue;
  accepted: boolean;
  errors?: { field: string; type: string; message: string }[];
  message?: string;
  httpStatus?: number;
  warnings?: string[];
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

/** How our answer differs from the measured one. */
function difference(example: Case): string | undefined {
  const crd = example.crd ?? definition(example.schema ?? null);
  const checked = checkCustomResourceDefinition(crd, { rules: ruleEngine, checkRules });
  if (example.httpStatus === 400) {
    return checked.decodeError === example.message ? undefined : checked.decodeError;
  }
  const warnings = checked.warnings.map((text) => `299 - ${JSON.stringify(text)}`).join();
  if (example.accepted && warnings !== (example.warnings ?? []).join()) return warnings;
  const got = sorted(checked.errors).join('\n      ');
  const expected = sorted(example.errors ?? []).join('\n      ');
  return got === expected ? undefined : `\n  got ${got}\n want ${expected}`;
}

describe('checkCustomResourceDefinition', () => {
  it('answers to anything', () => {
    const lists: JsonValue = { spec: { versions: 1, names: [] } };
    for (const value of [
      null,
      1,
      'x',
      [],
      {},
      lists,
      { spec: { versions: [null, {}] } },
      { metadata: 'x' },
    ]) {
      const { decodeError, errors } = checkCustomResourceDefinition(value);
      expect(decodeError !== undefined || errors.length > 0, JSON.stringify(value)).toBe(true);
    }
    let deep: JsonValue = { type: 'object' };
    for (let depth = 0; depth < 5000; depth++) deep = { type: 'object', properties: { a: deep } };
    expect(checkCustomResourceDefinition(definition(deep)).decodeError).toContain('nested schemas');
    const hostile = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"array"}}}',
    );
    expect(checkCustomResourceDefinition(definition(hostile)).errors.map(({ field }) => field)).toEqual([
      'spec.validation.openAPIV3Schema.properties[constructor].items',
    ]);
  });

  const root = 'spec.validation.openAPIV3Schema';

  it.each<[string, JsonValue, string, string]>([
    [
      'fields that only a junctor speaks of',
      { type: 'object', anyOf: [{ properties: { a: { minimum: 1 } } }] },
      `${root}.properties[a]`,
      `Required value: because it is defined in ${root}.anyOf[0].properties[a]`,
    ],
    [
      'items that only a negation speaks of',
      {
        type: 'object',
        properties: { a: { type: 'array', items: { type: 'object' } } },
        not: { properties: { a: { items: { properties: { b: {} } } } } },
      },
      `${root}.properties[a].items.properties[b]`,
      `Required value: because it is defined in ${root}.not.properties[a].items.properties[b]`,
    ],
  ])('refuses %s', (_, schema, field, message) => {
    expect(checkCustomResourceDefinition(definition(schema)).errors).toMatchObject([{ field, message }]);
  });

  it.each([
    ['title', 5],
    ['externalDocs', 'x'],
    ['nullable', 'x'],
    ['minimum', 'x'],
    ['minLength', 'x'],
    ['required', 'x'],
    ['properties', 'x'],
    ['items', 'x'],
    ['allOf', 'x'],
    ['enum', 'x'],
    ['x-kubernetes-int-or-string', 'x'],
    ['x-kubernetes-list-map-keys', 'x'],
    ['x-kubernetes-validations', 'x'],
  ])('cannot decode a schema whose %s is %j', (keyword, value) => {
    const checked = checkCustomResourceDefinition(definition({ type: 'object', [keyword]: value }));
    expect(checked.decodeError).toContain('cannot');
  });

  const webhook = (clientConfig: JsonValue): JsonValue => {
    const crd = definition({ type: 'object' });
    const spec = objectAt(crd, 'spec');
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
    return { ...objectAt(crd), spec: { ...spec, preserveUnknownFields: false, conversion } };
  };
  const service = { namespace: 'n', name: 's' };

  it.each<[string, JsonValue, readonly string[]]>([
    ['a service', { service }, []],
    ['a URL', { url: 'https://a/b' }, []],
    ['both', { service, url: 'https://a/b' }, ['exactly one of url or service is required']],
    ['neither', {}, ['exactly one of url or service is required']],
    ['a port', { service: { ...service, port: 65535 } }, []],
    [
      'a port that there is not',
      { service: { ...service, port: 65536 } },
      ['must be between 1 and 65535, inclusive'],
    ],
  ])('a conversion asks %s', (_, clientConfig, messages) => {
    const { errors } = checkCustomResourceDefinition(webhook(clientConfig));
    expect(errors.map(({ message }) => message.replace(/^.*: /, ''))).toEqual(messages);
  });

  it.each([
    ['https://u:p@a/b', 'user information is not permitted'],
    ['https://a/b#c', 'fragments are not permitted'],
    ['https://a/b?c=d', 'query parameters are not permitted'],
    ['http://a/b', "'https' is the only allowed URL scheme"],
    ['https:/b', 'host must be specified'],
  ])('a conversion does not ask %s', (url, message) => {
    const { errors } = checkCustomResourceDefinition(webhook({ url }));
    expect(errors.map((error) => error.field)).toEqual(['spec.conversion.webhookClientConfig.url']);
    expect(errors[0]?.message).toContain(message);
  });

  it.each([
    [{ rule: '' }, 'rule', 'rule is not specified'],
    [{ rule: 'true', message: ' ' }, 'message', 'must be non-empty if specified'],
    [{ rule: 'true', message: 'a\nb' }, 'message', 'must not contain line breaks'],
    [{ rule: 'true\n&& true' }, 'message', 'message must be specified if rule contains line breaks'],
    [{ rule: 'true', fieldPath: ' ' }, 'fieldPath', 'must be non-empty if specified'],
    [{ rule: 'true', fieldPath: '.a\n' }, 'fieldPath', 'must not contain line breaks'],
    [{ rule: 'true', fieldPath: 'a' }, 'fieldPath', 'must be a valid path'],
  ])('refuses the rule %j', (rule, member, message) => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'object', 'x-kubernetes-validations': [rule] } },
    };
    const { errors } = checkCustomResourceDefinition(definition(schema), { rules: ruleEngine, checkRules });
    const at = `${root}.properties[a].x-kubernetes-validations[0].${member}`;
    expect(
      errors
        .filter(({ field }) => field === at)
        .map((error) => error.message)
        .join(),
    ).toContain(message);
  });

  it('answers as measured', () => {
    const cases = casesOf('kubernetes/invalid-schema') as unknown as Case[];
    const wrong: string[] = [];
    for (const example of cases) {
      const problem = difference(example);
      if (problem !== undefined) wrong.push(`${example.name}: ${problem}`);
    }
    console.log(`invalid-schema vectors: ${cases.length - wrong.length} of ${cases.length} passed`);
    expect(wrong.join('\n')).toBe('');
  });
});

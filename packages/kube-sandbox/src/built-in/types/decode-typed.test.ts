import { expect, test } from 'vitest';
import { builtInTypes } from '../built-in-types.ts';
import { decodeTyped, storedForm } from './decode-typed.ts';

const POD = 'io.k8s.api.core.v1.Pod';
const ROLE = 'io.k8s.api.rbac.v1.Role';

test('unknown fields are dropped and named with their path', () => {
  const pod = {
    metadata: { bogus: 1 },
    spec: { containers: [{ name: 'a', nope: 1 }], volumes: [{ name: 'v', emptyDir: {} }] },
  };
  const result = decodeTyped(pod, POD);
  expect(result).toMatchObject({ unknownFields: ['metadata.bogus', 'spec.containers[0].nope'] });
  expect('value' in result && result.value.spec).toEqual({
    containers: [{ name: 'a', resources: {} }],
    volumes: [{ name: 'v', emptyDir: {} }],
  });
});

test.each([
  [{ spec: { containers: {} } }, 'json: cannot unmarshal object into Go value of type []interface {}'],
  [{ spec: { priority: 2 ** 31 } }, 'json: cannot unmarshal number 2147483648 into Go value of type int32'],
  [{ spec: { hostNetwork: 'yes' } }, 'json: cannot unmarshal string into Go value of type bool'],
  [
    { metadata: { creationTimestamp: 'now' } },
    'parsing time "now" as "2006-01-02T15:04:05Z07:00": cannot parse "now" as "2006"',
  ],
])('%j is refused', (pod, problem) => {
  expect(decodeTyped(pod, POD)).toEqual({ problem });
});

test('quantities are brought into canonical form', () => {
  const pod = {
    spec: { containers: [{ name: 'a', resources: { requests: { cpu: 0.5, memory: '1024Mi' } } }] },
  };
  expect(decodeTyped(pod, POD)).toMatchObject({
    value: { spec: { containers: [{ resources: { requests: { cpu: '500m', memory: '1Gi' } } }] } },
  });
});

test('an empty list that is always printed is none once it was stored', () => {
  const role = decodeTyped({ rules: [] }, ROLE);
  expect(role).toMatchObject({ value: { rules: [] } });
  expect('value' in role && storedForm(role.value, ROLE)).toMatchObject({ rules: null });
});

test('a map may have keys every object inherits', () => {
  const labels: unknown = JSON.parse('{"metadata":{"labels":{"__proto__":"x","constructor":"y"}}}');
  const result = decodeTyped(labels as never, POD);
  expect(JSON.stringify(result)).toContain('"labels":{"__proto__":"x","constructor":"y"}');
});

test('every built-in kind has a type, a schema and an empty object', () => {
  for (const type of builtInTypes) {
    expect(type.behaviour.schema.type).toBe('object');
    expect(type.behaviour.admit({ apiVersion: type.version, kind: type.kind })).toHaveProperty('object');
  }
  expect(builtInTypes.length).toBeGreaterThan(40);
});

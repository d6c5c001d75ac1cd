import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import { beforeEach, expect, test } from 'vitest';
import { configMap, configMaps, TestServer } from '../../test-server.test-support.ts';

const group = '/apis/admissionregistration.k8s.io/v1';
const resourceRules = [
  { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] },
];

let api: TestServer;

beforeEach(() => {
  api = new TestServer();
});

const applying = (expression: string): JsonObject => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
});

async function bind(name: string): Promise<void> {
  await api.must('POST', `${group}/mutatingadmissionpolicybindings`, {
    metadata: { name },
    spec: { policyName: name },
  });
}

async function police(name: string, mutations: readonly JsonObject[], rest: JsonObject = {}): Promise<void> {
  await api.must('POST', `${group}/mutatingadmissionpolicies`, {
    metadata: { name },
    spec: { matchConstraints: { resourceRules }, mutations, reinvocationPolicy: 'Never', ...rest },
  });
  await bind(name);
}

async function created(): Promise<JsonObject> {
  return objectAt(await api.must('POST', configMaps, configMap('a', {})), 'data');
}

const appending = (text: string) =>
  applying(`Object{data: {"order": object.?data[?"order"].orValue("") + "${text}"}}`);

test('policies run by the order of their names, whichever was made first', async () => {
  await police('b', [appending('b')]);
  await police('a', [appending('a')]);
  expect(await created()).toEqual({ order: 'ab' });
});

test('a policy is in force from its binding on, and until that is gone', async () => {
  await api.must('POST', `${group}/mutatingadmissionpolicies`, {
    metadata: { name: 'p' },
    spec: { matchConstraints: { resourceRules }, mutations: [appending('x')], reinvocationPolicy: 'Never' },
  });
  expect(await created()).toEqual({});
  await bind('p');
  const path = `${configMaps}/a`;
  expect(objectAt(await api.must('PATCH', path, { data: { b: 'c' } }), 'data')).toEqual({
    b: 'c',
    order: 'x',
  });
  await api.must('DELETE', `${group}/mutatingadmissionpolicybindings/p`);
  expect(objectAt(await api.must('PATCH', path, { data: { order: null } }), 'data')).toEqual({
    b: 'c',
  });
});

test('policies and bindings are not changed by policies', async () => {
  const every = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }];
  await police('p', [applying('Object{metadata: Object.metadata{labels: {"a": "b"}}}')], {
    matchConstraints: { resourceRules: every },
  });
  const binding = { metadata: { name: 'q' }, spec: { policyName: 'q' } };
  const made = await api.must('POST', `${group}/mutatingadmissionpolicybindings`, binding);
  expect(objectAt(made, 'metadata').labels).toBeUndefined();
});

test('a deletion is none of their business', async () => {
  await created();
  await police('p', [applying('Object{data: {"a": object.none}}')]);
  expect((await api.send('DELETE', `${configMaps}/a`)).status).toBe(200);
});

test('what variables cost together is limited', async () => {
  const names = Array.from({ length: 13 }, (_, index) => `v${index}`);
  const costly = 'object.data.text.contains(object.data.text)';
  const variables = names.map((name) => ({ name, expression: costly }));
  const all = names.map((name) => `variables.${name}`).join(' && ');
  await police('p', [applying(`${all} ? Object{} : Object{data: {"a": "b"}}`)], { variables });
  const answer = await api.send('POST', configMaps, {
    metadata: { name: 'a' },
    data: { text: 'x'.repeat(9000) },
  });
  expect(answer.message).toBe(
    "policy 'p' with binding 'p' denied request: validation failed due to running out of cost budget, no further validation rules will be run",
  );
});

test('an update through a policy that changes it back changes nothing', async () => {
  await police('p', [applying('Object{data: {"a": "1"}}')]);
  expect(await created()).toEqual({ a: '1' });
  const before = objectAt(await api.must('GET', `${configMaps}/a`), 'metadata').resourceVersion;
  const after = await api.must('PATCH', `${configMaps}/a`, { data: { a: '2' } });
  expect([objectAt(after, 'data'), objectAt(after, 'metadata').resourceVersion]).toEqual([
    { a: '1' },
    before,
  ]);
});

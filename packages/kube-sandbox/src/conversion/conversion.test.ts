import { isJsonObject, type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { TestServer } from '../test-server.test-support.ts';
import type { Outgoing, OutgoingCall, OutgoingResult } from '../webhooks/outgoing-call.ts';

const group = 'convert.example.com';
const schema = {
  openAPIV3Schema: {
    type: 'object',
    properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  },
};
const version = (name: string, storage: boolean): JsonObject => ({ name, served: true, storage, schema });
const clientConfig = { url: 'https://127.0.0.1/convert' };
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `things.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } },
    versions: [version('v1', true), version('v2', false)],
  },
};
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const things = (of: string) => `/apis/${group}/${of}/namespaces/default/things`;
const thing = (of: string, name: string) => ({
  apiVersion: `${group}/${of}`,
  kind: 'Thing',
  metadata: { name },
});

function requestOf({ body }: OutgoingCall): JsonObject {
  const review: unknown = JSON.parse(body);
  return isJsonObject(review) ? objectAt(review, 'request') : {};
}

function answered(
  call: OutgoingCall,
  change: (object: JsonObject) => JsonObject = (object) => object,
): OutgoingResult {
  const request = requestOf(call);
  const apiVersion = textAt(request, 'desiredAPIVersion');
  const convertedObjects = objectsAt(request, 'objects').map((one) => change({ ...one, apiVersion }));
  const response = { uid: textAt(request, 'uid'), result: { status: 'Success' }, convertedObjects };
  const review = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', response };
  return { kind: 'answer', status: 200, contentType: 'application/json', body: JSON.stringify(review) };
}

async function serverWith(outgoing: Outgoing): Promise<TestServer> {
  const api = new TestServer({ outgoing });
  await api.must('POST', definitions, definition);
  return api;
}

/** Lets conversions that a watch waits for happen. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('nobody is asked about objects in their own version, nor twice about what a list has shown', async () => {
  const desired: string[] = [];
  const api = await serverWith(async (call) => {
    desired.push(textAt(requestOf(call), 'desiredAPIVersion'));
    return answered(call);
  });
  for (const name of ['a', 'b']) await api.must('POST', things('v1'), thing('v1', name));
  await api.must('PATCH', `${things('v1')}/a`, { spec: { x: 1 } });
  await api.must('GET', things('v1'));
  expect(desired).toEqual([]);
  for (let turn = 0; turn < 3; turn += 1) await api.must('GET', things('v2'));
  expect(desired).toEqual([`${group}/v2`, `${group}/v2`]);
  await api.must('DELETE', `${things('v1')}/a`);
  expect(desired).toHaveLength(2);
});

test('a watch tells changes in their order, however long their conversions take', async () => {
  const api = await serverWith(async (call) => {
    const [object = {}] = objectsAt(requestOf(call), 'objects');
    const turns = textAt(object, 'metadata', 'name') === 'slow' ? 3 : 0;
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return answered(call);
  });
  await api.must('POST', things('v1'), thing('v1', 'slow'));
  const watch = await api.watch(`${things('v2')}?watch=1`);
  await api.must('POST', things('v1'), thing('v1', 'fast'));
  await api.must('PATCH', `${things('v1')}/slow`, { spec: { x: 1 } });
  await api.must('DELETE', `${things('v1')}/fast`);
  await rest();
  expect(watch.events.map(({ object }) => object.apiVersion)).toEqual(Array(4).fill(`${group}/v2`));
  expect(watch.news()).toEqual(['ADDED slow', 'ADDED fast', 'MODIFIED slow', 'DELETED fast']);
});

test('a watch whose objects cannot be converted ends with the reason', async () => {
  const api = await serverWith(async () => ({ kind: 'failed', problem: 'gone' }));
  await api.must('POST', things('v1'), thing('v1', 'a'));
  const watch = await api.watch(`${things('v2')}?watch=1`);
  await rest();
  const message = `conversion webhook for ${group}/v1, Kind=Thing failed: gone`;
  expect(watch.events.map(({ type, object }) => [type, object.message])).toEqual([['ERROR', message]]);
});

test('many objects are asked about a few at a time', async () => {
  let now = 0;
  let most = 0;
  const api = await serverWith(async (call) => {
    now += 1;
    most = Math.max(most, now);
    await rest();
    now -= 1;
    return answered(call);
  });
  for (let index = 0; index < 40; index += 1) await api.must('POST', things('v1'), thing('v1', `n${index}`));
  expect((await api.get(things('v2'))).names).toHaveLength(40);
  expect(most).toBe(16);
});

test('another webhook converts anew, and ends watches that the former one served', async () => {
  const urls: string[] = [];
  const api = await serverWith(async (call) => {
    urls.push(call.url);
    return answered(call);
  });
  await api.must('POST', things('v1'), thing('v1', 'a'));
  await api.must('GET', things('v2'));
  const watch = await api.watch(`${things('v2')}?watch=1`);
  const url = 'https://127.0.0.1/other';
  await api.must('PATCH', `${definitions}/things.${group}`, {
    spec: { conversion: { webhook: { clientConfig: { url } } } },
  });
  expect(watch.ended).toBe(true);
  await api.must('GET', things('v2'));
  expect(urls).toEqual(['https://127.0.0.1/convert?timeout=30s', 'https://127.0.0.1/other?timeout=30s']);
});

test('a policy judges the version it is about, and nothing is stored that could not be shown to it', async () => {
  let isUp = true;
  const api = await serverWith(async (call) =>
    isUp ? answered(call, (one) => ({ ...one, spec: { seen: 'v2' } })) : { kind: 'failed', problem: 'down' },
  );
  const policies = '/apis/admissionregistration.k8s.io/v1';
  const rule = { operations: ['CREATE'], apiGroups: [group], apiVersions: ['v2'], resources: ['things'] };
  const validations = [{ expression: "object.spec.seen != 'v2'", message: 'seen as v2' }];
  const spec = { matchConstraints: { resourceRules: [rule] }, validations };
  await api.must('POST', `${policies}/validatingadmissionpolicies`, { metadata: { name: 'p' }, spec });
  const binding = { metadata: { name: 'p' }, spec: { policyName: 'p', validationActions: ['Deny'] } };
  await api.must('POST', `${policies}/validatingadmissionpolicybindings`, binding);
  expect((await api.send('POST', things('v1'), thing('v1', 'a'))).message).toContain('seen as v2');
  isUp = false;
  expect((await api.send('POST', things('v1'), thing('v1', 'a'))).message).toContain(
    'failed to convert object version',
  );
  expect((await api.get(things('v1'))).names).toEqual([]);
});

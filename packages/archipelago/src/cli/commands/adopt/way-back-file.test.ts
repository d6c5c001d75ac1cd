import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WayBack } from '../../../reconcile/takeover/way-back.ts';
import { parseWayBack, writeWayBack } from './way-back-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archipelago-way-back-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const served = (namespace: string) => ({ service: { namespace, name: 'hco-webhook' } });
const configuration = (webhook: JsonObject) => ({
  kind: 'MutatingWebhookConfiguration',
  metadata: { name: 'm' },
  webhooks: [webhook],
});

const wayBack: WayBack = {
  namespace: 'ns',
  uid: 'u',
  objects: [
    { kind: 'Subscription', namespace: 'ns', name: 's', uid: 'us', approval: null },
    {
      ...{ kind: 'ClusterServiceVersion', namespace: 'ns', name: 'v', uid: 'uv' },
      ...{ replicas: { a: 1, b: null }, webhookDefinitions: [{ generateName: 'w' }] },
    },
    { kind: 'Deployment', namespace: 'ns', name: 'd', uid: 'ud', replicas: 2 },
    {
      ...{ kind: 'MutatingWebhookConfiguration', namespace: '', name: 'm' },
      object: configuration({ name: 'mutate-hco.kubevirt.io', clientConfig: served('ns') }),
    },
  ],
};

test('what is written is read again, is for its owner alone, and no link leads elsewhere', async () => {
  const [file, other] = [join(folder, 'a.json'), join(folder, 'other.json')];
  await writeFile(other, 'mine');
  await symlink(other, file);
  await writeWayBack(file, wayBack);
  expect(parseWayBack(await readFile(file, 'utf8'), file)).toEqual(wayBack);
  expect([(await stat(file)).mode & 0o777, await readFile(other, 'utf8')]).toEqual([0o600, 'mine']);
});

test('a folder that is not there is told', async () => {
  await expect(writeWayBack(join(folder, 'none', 'a.json'), wayBack)).rejects.toThrow(
    'there is no such file',
  );
});

const entry = (value: JsonValue) =>
  JSON.stringify({ schema: 'adopt-undo/v1', namespace: 'ns', uid: 'u', objects: [value] });
const wrong: readonly (readonly [string, string])[] = [
  ['{', 'f: is no JSON'],
  ['{"schema":"doctor-undo/v1"}', 'f: schema: must be adopt-undo/v1'],
  [entry({ kind: 'Secret', name: 'a' }), 'f: objects[0].kind: "Secret": must be one of Subscription'],
  [entry({ kind: 'Deployment' }), 'f: objects[0].name: must be the name of a Deployment'],
  [
    entry({ kind: 'Deployment', name: 'a', replicas: '3' }),
    'f: objects[0].replicas: must be a number of pods',
  ],
  [
    entry({ kind: 'ValidatingWebhookConfiguration', name: 'a', object: { kind: 'Secret' } }),
    'f: objects[0].object: must be ValidatingWebhookConfiguration a',
  ],
];

const strange: readonly (readonly [string, JsonObject])[] = [
  ['of somebody else', { name: 'evil.example', clientConfig: served('ns') }],
  ['elsewhere', { name: 'mutate-hco.kubevirt.io', clientConfig: { url: 'https://evil.example' } }],
  ['in another namespace', { name: 'mutate-hco.kubevirt.io', clientConfig: served('other') }],
];

test.each(strange)('a webhook %s is made by no file', (_, webhook) => {
  const kind = 'MutatingWebhookConfiguration';
  const text = entry({ kind, name: 'm', object: configuration(webhook) });
  expect(() => parseWayBack(text, 'f')).toThrow('f: objects[0].object.webhooks: ');
});

test.each(wrong)('%s', (text, message) => {
  expect(() => parseWayBack(text, 'f')).toThrow(message);
});

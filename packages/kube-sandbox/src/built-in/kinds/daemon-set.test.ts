import { isJsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { metadataOf } from '../../json/json-access.ts';
import { type EmbeddedCluster, startEmbeddedCluster } from '../../start-embedded-cluster.ts';

let cluster: EmbeddedCluster;

beforeEach(async () => {
  cluster = await startEmbeddedCluster({ insecure: true });
});

afterEach(() => cluster.stop());

const path = '/apis/apps/v1/namespaces/default/daemonsets';
const changes = 'deprecated.daemonset.template.generation';

async function send(method: string, at: string, body: object): Promise<string> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const response = await fetch(`${cluster.url}${at}`, {
    method,
    headers: { authorization: `Bearer ${cluster.adminToken}`, 'content-type': type },
    body: JSON.stringify(body),
  });
  expect(response.ok, await response.clone().text()).toBe(true);
  const answer: unknown = await response.json();
  const metadata = isJsonObject(answer) ? metadataOf(answer) : {};
  return `${metadata.generation} ${textAt(objectAt(metadata, 'annotations'), changes)}`;
}

test('the changes of the template are counted in an annotation that nobody can change', async () => {
  const labels = { app: 'x' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i:1' }] } };
  const object = { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'x' } };
  expect(await send('POST', path, { ...object, spec: { selector: { matchLabels: labels }, template } })).toBe(
    '1 1',
  );
  const patch = (body: object) => send('PATCH', `${path}/x`, body);
  expect(await patch({ spec: { minReadySeconds: 3 } })).toBe('2 1');
  expect(await patch({ spec: { template: { spec: { containers: [{ name: 'c', image: 'i:2' }] } } } })).toBe(
    '3 2',
  );
  expect(await patch({ metadata: { annotations: { [changes]: '7' } } })).toBe('3 2');
  expect(await patch({ metadata: { annotations: { [changes]: null } } })).toBe('3 2');
});

import { isJsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BadRequest, badRequests } from '../suites/bad-requests.ts';
import { request } from '../suites/operator-scripts.ts';
import { createWorld, type World } from '../suites/operator-world.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

const collection = '/apis/hco.kubevirt.io/v1beta1/namespaces/kubevirt-hyperconverged/hyperconvergeds';

/** What a server says to a request, as far as people and programs go by it. */
async function said(world: World, { method, contentType, body, query }: BadRequest): Promise<unknown> {
  const path = method === 'POST' ? collection : `${collection}/kubevirt-hyperconverged`;
  const answer = await world.server.admin().send({
    method,
    path: query === undefined ? path : `${path}?${query}`,
    headers: { Accept: 'application/json', 'Content-Type': contentType ?? 'application/json' },
    body,
    signal: new AbortController().signal,
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  const status: JsonValue = JSON.parse(Buffer.concat(chunks).toString());
  const causes = valueAt(status, 'details', 'causes');
  return {
    code: answer.status,
    reason: valueAt(status, 'reason'),
    message: comparable(valueAt(status, 'message')),
    causes: Array.isArray(causes) ? comparableCauses(causes) : undefined,
  };
}

/**
 * What is left out: the order of mistakes, which the real server draws by lot; how often it names a mistake in the metadata,
 * which it checks two or three times; its word that rules were not checked; the object as Go prints it.
 */
function comparable(message: JsonValue | undefined): JsonValue | undefined {
  if (typeof message !== 'string') return message;
  const [, before = '', list] = /^(.*? is invalid): \[?(.*?)\]?$/s.exec(message) ?? [];
  if (list === undefined) return message.replace(goDecoder, '$1 …');
  const parts = list.replace(/Invalid value: "\{.*\}"/s, 'Invalid value: …').split(', ');
  return `${before}: ${[...new Set(parts)]
    .filter((part) => !part.includes(notChecked))
    .sort()
    .join(', ')}`;
}

function comparableCauses(causes: readonly JsonValue[]): readonly string[] {
  const texts = causes.map((cause) =>
    JSON.stringify(cause).replace(/Invalid value: \\"\{.*\}\\"/s, 'Invalid value: …'),
  );
  return [...new Set(texts)].filter((text) => !text.includes(notChecked)).sort();
}

const notChecked = 'some validation rules were not checked';
const goDecoder = /(json: cannot unmarshal|couldn't get version\/kind|unable to decode).*/s;

describe('what is wrong is refused alike by the embedded cluster and a real API server', () => {
  const kubernetes = kubernetesServers();
  const worlds: World[] = [];

  beforeAll(async () => {
    for (const servers of [embeddedServers, kubernetes]) {
      const world = await createWorld({}, { servers });
      worlds.push(world);
      world.startOperator();
      await world.write(request);
      await world.settle();
    }
  }, 60_000);

  afterAll(async () => {
    await Promise.all(worlds.map((world) => world.stop()));
    await kubernetes.stop();
  });

  test.each(badRequests)('$title', async (bad) => {
    const [embedded, real] = worlds;
    if (embedded === undefined || real === undefined) throw new Error('no worlds');
    const wanted = await said(real, bad);
    expect(isJsonObject(wanted) && Number(wanted.code)).toBeGreaterThanOrEqual(400);
    expect(await said(embedded, bad)).toEqual(wanted);
  });

  test('none of it has changed what is stored, or harmed the operator', async () => {
    for (const world of worlds) {
      await world.settle();
      const stored = (await world.hyperConverged()) ?? {};
      expect(valueAt(stored, 'spec', 'liveMigrationConfig', 'parallelMigrationsPerCluster')).toBe(5);
      expect(valueAt(stored, 'metadata', 'annotations', 'big')).toBeUndefined();
      await world.write({ ...request, spec: { liveMigrationConfig: { parallelMigrationsPerCluster: 9 } } });
      await world.settle();
      const kubevirt = [...(await world.operands())].find(([key]) => key.startsWith('KubeVirt/'))?.[1] ?? {};
      const path = ['spec', 'configuration', 'migrations', 'parallelMigrationsPerCluster'];
      expect(valueAt(kubevirt, ...path)).toBe(9);
    }
  });
});

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  createKubernetesClient,
  type KubernetesClient,
  loadConnection,
  nodeTransport,
} from '@archipelago/kube-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RealKubernetes, startKubernetes } from '../kubernetes/start-kubernetes.ts';
import { causesOf, podTemplateCases } from '../suites/pod-templates.ts';

const configMaps = { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', namespaced: true };

describe('the real Kubernetes of the tests', () => {
  let kubernetes: RealKubernetes;
  let admin: KubernetesClient;

  async function clientOf(kubeconfig: string): Promise<KubernetesClient> {
    return createKubernetesClient({
      transport: nodeTransport(await loadConnection({ kubeconfig })),
      userAgent: 'test',
    });
  }

  async function newConfigMap(name: string) {
    const metadata = { namespace: 'default', name };
    expectOk(await admin.create(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata }));
    return metadata;
  }

  beforeAll(async () => {
    kubernetes = await startKubernetes();
    admin = await clientOf(kubernetes.adminKubeconfig);
  });

  afterAll(async () => {
    admin?.close();
    await kubernetes?.stop();
    expect(existsSync(kubernetes.folder)).toBe(false);
  });

  test('tells its users apart and gives them nothing by itself', async () => {
    const stranger = await clientOf(await kubernetes.kubeconfig('stranger', ['visitors']));
    const refused = await stranger.list(configMaps, { namespace: 'default' });
    expect(refused).toMatchObject({ ok: false, status: { code: 403 } });
    expect(JSON.stringify(refused)).toContain('User \\"stranger\\" cannot list resource \\"configmaps\\"');
    stranger.close();
  });

  test('keeps its state when the API server comes back with another certificate', async () => {
    const place = await newConfigMap('kept');
    let answer: unknown;
    await kubernetes.restartApiServer({
      certificate: 'renewed',
      whileDown: async () => {
        answer = await fetch(`${kubernetes.url}/readyz`).catch((error: Error) => error.message);
      },
    });
    expect(answer).toBe('fetch failed');
    expect(await admin.get(configMaps, place)).toMatchObject({ ok: true, value: { metadata: place } });
  });

  test('ends a watch with 410 whose beginning was compacted away', async () => {
    const place = await newConfigMap('compacted');
    const { metadata } = expectOk(await admin.get(configMaps, place));
    for (const text of ['1', '2'])
      expectOk(await admin.patch(configMaps, place, { type: 'merge', body: { data: { text } } }));
    await kubernetes.compact();
    await kubernetes.restartApiServer();
    const watch = await admin.watch(configMaps, {
      namespace: 'default',
      resourceVersion: metadata.resourceVersion ?? '',
    });
    const said = watch.ok ? await first(watch.value) : watch.status;
    expect(JSON.stringify(said)).toMatch(/"code":410/);
  });

  test('refuses pod templates for the causes that the embedded server gives, too', async () => {
    const told: Record<string, readonly string[]> = {};
    const wanted: Record<string, readonly string[]> = {};
    for (const [title, object, causes] of podTemplateCases) {
      wanted[title] = causes;
      told[title] = await causesOf(admin, object);
    }
    expect(told).toEqual(wanted);
  });

  test('leaves nothing running and no folder when its starter is killed', async () => {
    const args = ['tools/run.mjs', 'test/kubernetes/die-with-kubernetes.ts'];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
    const folder = stdout.trim();
    expect(folder).toMatch(/archipelago-kubernetes-/);
    await expect.poll(() => existsSync(folder), { timeout: 5_000 }).toBe(false);
    expect(spawnSync('pgrep', ['-f', folder]).status).toBe(1);
  });
});

function expectOk<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly status: object },
): T {
  if (!result.ok) throw new Error(JSON.stringify(result.status));
  return result.value;
}

async function first<T>(stream: AsyncIterable<T>): Promise<T | undefined> {
  for await (const item of stream) return item;
  return undefined;
}

import { conditionOf, isJsonObject, type JsonObject, textAt, valueAt } from '@archipelago/apimachinery';
import { createKubernetesClient, events, type Resource } from '@archipelago/kube-client';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hyperConvergedType } from '../../packages/archipelago/src/api/hyper-converged-kind.ts';
import { serveMetrics } from '../../packages/archipelago/src/cli/commands/operator/serve-metrics.ts';
import { supportKinds } from '../../packages/archipelago/src/operator/golden-images/boot-source-kinds.ts';
import {
  hyperConvergeds,
  operatorName,
} from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { eventually } from '../support/eventually.ts';
import { worldNamespace } from '../support/installed-servers.ts';
import { scrape } from '../support/scrape.ts';
import type { TestServers } from '../support/test-servers.ts';
import { createWorld, demand, kubernetesObject, type World } from './operator-world.ts';

const serviceAccounts: Resource = {
  group: '',
  version: 'v1',
  plural: 'serviceaccounts',
  kind: 'ServiceAccount',
  namespaced: true,
};

const storageClasses: Resource = {
  group: 'storage.k8s.io',
  version: 'v1',
  plural: 'storageclasses',
  kind: 'StorageClass',
  namespaced: false,
};
const defaultClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  provisioner: 'csi.example',
};
const hyperConvergedName = { namespace: worldNamespace, name: 'kubevirt-hyperconverged' };

/** Who gets the metrics is the API server's answer, asked with the rights of the printed manifests. */
export function testMetrics(servers: TestServers): void {
  let world: World;
  const endings: (() => unknown)[] = [];

  beforeEach(async () => {
    world = await createWorld({}, { servers });
    endings.push(() => world.stop());
  });
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });
  afterAll(() => servers.stop());

  /** Serves as the command does with TLS; the port. */
  async function serve(): Promise<number> {
    const operator = world.startOperator();
    const client = createKubernetesClient({ transport: world.server.operator(), userAgent: 'operator' });
    let port = 0;
    const log = (_: string, fields: object) => {
      if ('port' in fields) port = Number(fields.port);
    };
    const address = { host: '127.0.0.1', port: 0 };
    const end = await serveMetrics({ kind: 'secure', address, folder: undefined }, { operator, client, log });
    endings.push(() => client.close(), end);
    return port;
  }

  /** A new account, and a token of it. */
  async function tokenOf(name: string): Promise<string> {
    const { client } = world;
    const metadata = { name, namespace: worldNamespace };
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata };
    demand(await client.create(serviceAccounts, kubernetesObject(account)));
    endings.push(() => client.delete(serviceAccounts, metadata));
    const body: JsonObject = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
    const path = `/api/v1/namespaces/${worldNamespace}/serviceaccounts/${name}/token`;
    const made = demand(await client.raw({ method: 'POST', path, body }));
    return String(isJsonObject(made) ? valueAt(made, 'status', 'token') : '');
  }

  /** As an administrator does for a scraper. */
  async function grant(account: string): Promise<void> {
    const { clusterRoles } = supportKinds;
    const { group, version } = clusterRoles;
    const bindings = { ...clusterRoles, plural: 'clusterrolebindings', kind: 'ClusterRoleBinding' };
    const metadata = { name: 'scrapers' };
    const binding = {
      apiVersion: `${group}/${version}`,
      kind: bindings.kind,
      metadata,
      roleRef: { apiGroup: group, kind: 'ClusterRole', name: `${operatorName}-metrics-reader` },
      subjects: [{ kind: 'ServiceAccount', name: account, namespace: worldNamespace }],
    };
    demand(await world.client.create(bindings, kubernetesObject(binding)));
    endings.push(() => world.client.delete(bindings, metadata));
  }

  describe(`metrics, ${servers.name}`, () => {
    it('are for who has a token of the cluster and the right to them', async () => {
      const port = await serve();
      const [scraper, stranger] = [await tokenOf('scraper'), await tokenOf('stranger')];
      await grant('scraper');
      const ask = async (token: string | undefined, path = '/metrics') => {
        const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
        return scrape({ port, path, headers });
      };
      const statusOf = async (token?: string, path?: string) => (await ask(token, path)).status;
      expect(await statusOf()).toBe(401);
      expect(await statusOf('made-up')).toBe(401);
      expect(await statusOf(`${scraper}x`)).toBe(401);
      expect(await statusOf(stranger)).toBe(403);
      const page = await ask(scraper);
      expect([page.status, page.text.includes('# TYPE ')]).toEqual([200, true]);
      expect(page.text).not.toContain(scraper);
      expect(await statusOf(undefined, '/healthz')).toBe(200);
    });

    it('the doctor tells in conditions, metrics and events what it finds, and that it is gone', async () => {
      // events that are not written within ten seconds of its time are lost
      const doctor = { everyMs: 2_000, againMs: 1_000 };
      demand(
        await world.client.create(hyperConvergeds, { ...hyperConvergedType, metadata: hyperConvergedName }),
      );
      const operator = world.startOperator({ doctor, hurry: 10, random: Math.random });
      const condition = async () => {
        const found = demand(await world.client.get(hyperConvergeds, hyperConvergedName));
        return conditionOf(found, 'DoctorStorage');
      };
      const found = () => operator.metrics.samples('doctorFindings').map(({ labels }) => labels.code);
      await eventually(async () => {
        expect(await condition()).toMatchObject({
          status: 'False',
          reason: 'ProblemsFound',
          message: expect.stringMatching(/^VD301: There is no default StorageClass/),
        });
        expect(found()).toContain('VD301');
      });
      demand(await world.client.create(storageClasses, defaultClass));
      endings.push(() => world.client.delete(storageClasses, defaultClass.metadata));
      await eventually(async () => {
        expect((await condition())?.message ?? '').not.toContain('VD301');
        expect(found()).not.toContain('VD301');
      });
      await eventually(async () => {
        const told = demand(await world.client.list(events)).items.map(
          (event) => `${textAt(event, 'type')} ${textAt(event, 'reason')}: ${textAt(event, 'message')}`,
        );
        expect(told).toEqual(
          expect.arrayContaining([
            expect.stringMatching(/^Warning DoctorVD301: There is no .*archipelago doctor explain VD301/),
            expect.stringMatching(/^Normal DoctorVD301Gone: no longer found/),
          ]),
        );
      });
    });
  });
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@archipelago/apimachinery';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { planEdit } from '../../packages/archipelago/src/cli/commands/console/edits/plan-edit.ts';
import { whatIf } from '../../packages/archipelago/src/cli/commands/console/images/what-if.ts';
import type { RegistryAddressFlags } from '../../packages/archipelago/src/cli/flags/registry-address-flags.ts';
import type { Io } from '../../packages/archipelago/src/cli/process/io.ts';
import { createWorld, type World } from '../suites/operator-world.ts';

const namespace = 'kubevirt-hyperconverged';
const io: Io = { out: () => undefined, err: () => undefined, read: async () => '', color: false };

let folder: string;
let cluster: EmbeddedCluster;
let world: World;
let inside: Server;
let host: string;
let asked: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archipelago-shared-registries-'));
  const lease = async () => {
    cluster = await startEmbeddedCluster({ insecure: true });
    const transport = () => inProcessTransport(cluster);
    const server = {
      name: 'embedded',
      hurry: 200,
      lookMs: 4,
      admin: transport,
      operator: transport,
    } as const;
    return { ...server, release: () => cluster.stop() };
  };
  const nodes = [{ name: 'a1', arch: 'amd64', roles: ['worker'] }];
  world = await createWorld(
    { platform: 'kubernetes', operatorNamespace: namespace, nodes },
    {
      servers: { name: 'embedded', areSeparate: true, lease, stop: async () => undefined },
      without: ['ssps.ssp.kubevirt.io'],
    },
  );
  await world.write({
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: { name: namespace, namespace },
    spec: {},
  });
  await writeFile(join(folder, 'kubeconfig'), cluster.kubeconfig());
  // something that only the machine of the console reaches
  inside = createServer((socket) => {
    asked += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  const address = inside.address();
  host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});

afterAll(async () => {
  inside.close();
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  asked = 0;
});

function optionsOf(registries: RegistryAddressFlags | undefined) {
  const token = cluster.addUser({ name: 'jane', groups: ['system:masters'] });
  const login = registries === undefined ? {} : { login: { token, refused: () => undefined, registries } };
  return { kubeconfig: join(folder, 'kubeconfig'), ...login };
}

function specOf(): JsonObject {
  const template = {
    metadata: { name: 'own-cron' },
    spec: {
      schedule: '0 0 * * *',
      managedDataSource: 'own',
      template: {
        spec: {
          source: { registry: { url: `docker://${host}/own:1` } },
          storage: { resources: { requests: { storage: '1Gi' } } },
        },
      },
    },
  };
  return {
    featureGates: { enableMultiArchBootImageImport: true },
    enableCommonBootImageImport: false,
    dataImportCronTemplates: [template],
  };
}

function plan(registries: RegistryAddressFlags | undefined) {
  return planEdit(optionsOf(registries), io).answer({ patch: { spec: specOf() } });
}

it('who plans with the login of a kubeconfig reaches what he reaches himself', async () => {
  expect(await plan(undefined)).toMatchObject({ allowed: true });
  expect(asked).toBeGreaterThan(0);
});

it('who plans through a console for many does not reach the inside of its machine', async () => {
  const planned = await plan({});
  expect(planned).toMatchObject({ allowed: true });
  expect(JSON.stringify(planned)).toContain(host);
  expect(asked).toBe(0);
});

it('but what whoever serves it allows by name', async () => {
  await plan({ registryAllowHost: [host] });
  expect(asked).toBeGreaterThan(0);
});

it('who asks what an architecture would bring is bound by the same', async () => {
  await world.write({
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: { name: namespace, namespace },
    spec: specOf(),
  });
  const ask = (registries: RegistryAddressFlags | undefined) =>
    whatIf(optionsOf(registries), io).answer({ what: 'joins', architecture: 'arm64' });
  expect(JSON.stringify(await ask({}))).toContain(host);
  expect(asked).toBe(0);
  await ask({ registryAllowHost: [host] });
  expect(asked).toBeGreaterThan(0);
});

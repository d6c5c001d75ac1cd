import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  valueAt,
} from '@archipelago/apimachinery';
import type { HttpRequest, Resource, Transport } from '@archipelago/kube-client';
import { type RegistryClient, succeeded } from '@archipelago/oci-registry';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Operand } from '../../packages/archipelago/src/config/framework/operand.ts';
import { aaq } from '../../packages/archipelago/src/config/operands/aaq/aaq.ts';
import { cdi } from '../../packages/archipelago/src/config/operands/cdi/cdi.ts';
import { kubevirt } from '../../packages/archipelago/src/config/operands/kubevirt/kubevirt.ts';
import { networkAddonsConfig } from '../../packages/archipelago/src/config/operands/network-addons-config/network-addons-config.ts';
import { operands } from '../../packages/archipelago/src/config/operands.ts';
import {
  bootSourceKinds,
  supportKinds,
} from '../../packages/archipelago/src/operator/golden-images/boot-source-kinds.ts';
import { hyperConvergeds } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { meddlingTransport, once } from '../support/meddling-transport.ts';
import type { TestServers } from '../support/test-servers.ts';
import { until } from '../support/until.ts';
import { request } from './operator-scripts.ts';
import { available, createWorld, demand, kubernetesObject, meta, type World } from './operator-world.ts';

const openshift = {
  openshift: true,
  baseDomain: 'apps.example.com',
  env: { PASST_CNI_IMAGE: 'registry.example/passt:1', WASP_AGENT_IMAGE: 'registry.example/wasp:1' },
};
const name = { namespace: 'kubevirt-hyperconverged', name: 'kubevirt-hyperconverged' };
const kubevirtPatch = 'kubevirt.kubevirt.io/jsonpatch';
/** Refused: the limits of that policy come from an annotation that is not there. */
const refusedSpec = { tuningPolicy: 'annotation', certConfig: { ca: { duration: '96h' } } };
const events: Resource = { group: '', version: 'v1', plural: 'events', kind: 'Event', namespaced: true };

/** What the operator writes is what was decided, about the object that was looked at, in an order that holds. */
export function testCarefulWrites(servers: TestServers): void {
  describe(`careful writes, ${servers.name}`, () => suite(servers));
}

function suite(servers: TestServers): void {
  let world: World;
  afterEach(() => world.stop());
  afterAll(() => servers.stop());

  async function begin(cluster: JsonObject = {}): Promise<void> {
    world = await createWorld(cluster, { servers });
  }

  async function converged(spec: JsonObject = {}): Promise<void> {
    await begin();
    world.startOperator();
    await world.write({ ...request, spec });
    await world.settle();
  }

  /** Another process of the operator, on whose requests somebody meddles. */
  async function restarted(meddle: (request: HttpRequest) => Promise<void>): Promise<void> {
    await world.operator?.stop();
    world.startOperator({ transport: meddlingTransport(world.server.operator(), meddle) });
  }

  /** Writes to operands since, as `PUT KubeVirt 409`; to other kinds where they are given. */
  function written(from = 0, kinds: readonly Resource[] = operands): readonly string[] {
    return world.requests.slice(from).flatMap(({ method, path, status }) => {
      const [asked = '', query = ''] = path.split('?');
      const found = kinds.find((each) => isOf(each, asked));
      return method === 'GET' || query.includes('dryRun=All') || found === undefined
        ? []
        : [`${method} ${found.kind} ${status}`];
    });
  }

  const imported = (from = 0) => written(from, Object.values(bootSourceKinds));

  async function crons(): Promise<readonly KubernetesObject[]> {
    return demand(await world.client.list(bootSourceKinds.dataImportCrons, home)).items;
  }

  /** Nothing of the boot sources is left to the next world on a real server. */
  async function homeIsGone(): Promise<void> {
    await until(
      async () => (await world.get(supportKinds.namespaces, { name: home.namespace })) === undefined,
    );
  }

  async function uninstalled(): Promise<void> {
    demand(await world.client.delete(hyperConvergeds, name));
    await world.quiet();
    expect(await world.hyperConverged()).toBeUndefined();
    await homeIsGone();
  }

  function isOf(resource: Resource, path: string): boolean {
    const { group, plural } = resource;
    return path.includes(`/${group}/`) && new RegExp(`/${plural}(/[^/]+)?$`).test(path);
  }

  function isWrite(method: string, resource: Resource): (request: HttpRequest) => boolean {
    return (asked) => {
      const [path = '', query = ''] = asked.path.split('?');
      return asked.method === method && !query.includes('dryRun=All') && isOf(resource, path);
    };
  }

  async function condition(type: string): Promise<JsonObject> {
    const whole = (await world.hyperConverged()) ?? {};
    const found: JsonValue | undefined = valueAt(whole, 'status', 'conditions');
    const list: readonly JsonValue[] = Array.isArray(found) ? found : [];
    return list.filter(isJsonObject).find((each) => each.type === type) ?? {};
  }

  async function edit(body: JsonObject): Promise<void> {
    demand(await world.client.patch(hyperConvergeds, name, { type: 'merge', body }));
  }

  async function operand(of: Operand): Promise<JsonObject> {
    return (await world.get(of, world.nameOf(of))) ?? {};
  }

  /** An object of that name that is another one, of somebody else. */
  async function remake(of: Operand, labels: JsonObject): Promise<void> {
    const live = await operand(of);
    demand(await world.client.delete(of, world.nameOf(of), { propagation: 'Background' }));
    const { namespace } = meta(live);
    const place = { name: meta(live).name ?? '', ...(namespace === undefined ? {} : { namespace }) };
    const remade = { ...live, metadata: { ...place, labels: { ...labelsOf(live), ...labels } }, status: {} };
    demand(await world.client.create(of, kubernetesObject(remade)));
  }

  describe('a spec that is refused', () => {
    it('is not carried out, and says so', async () => {
      await begin();
      world.startOperator();
      await world.write({ ...request, spec: refusedSpec });
      await world.settle();
      expect(written()).toEqual([]);
      expect(await condition('ReconcileComplete')).toMatchObject({
        status: 'False',
        reason: 'ConfigurationRefused',
        message: expect.stringContaining('spec.tuningPolicy needs the annotation'),
      });
    });

    it('leaves operands as they were, until it is mended', async () => {
      await converged({ enableApplicationAwareQuota: true });
      const from = world.requests.length;
      const before = await world.operands();
      await world.write({ ...request, spec: refusedSpec });
      await world.settle();
      expect(written(from)).toEqual([]);
      expect([...(await world.operands())]).toEqual([...before]);
      expect(await condition('ReconcileComplete')).toMatchObject({ reason: 'ConfigurationRefused' });
      await world.write({ ...request, spec: { certConfig: refusedSpec.certConfig } });
      await world.settle();
      expect([...written(from)].sort()).toEqual(
        ['DELETE AAQ 200', 'PATCH CDI 200', 'PATCH KubeVirt 200', 'PATCH NetworkAddonsConfig 200'].sort(),
      );
      expect(await condition('ReconcileComplete')).toMatchObject({ status: 'True' });
    });

    it('has no other image imported, and no registry asked for one, until it is mended', async () => {
      await begin(oneWorker);
      const asked: string[] = [];
      world.startOperator({ goldenImages: { importer: 'builtin', registry: registryOfAll(asked) } });
      await world.write(withImage('fedora'));
      await world.settle();
      expect([imported().includes('POST DataImportCron 201'), asked]).toEqual([true, ['fedora']]);
      const from = world.requests.length;
      const other = withImage('rocky');
      await world.write({ ...other, spec: { ...other.spec, ...refusedSpec } });
      await world.settle();
      expect(await condition('ReconcileComplete')).toMatchObject({ reason: 'ConfigurationRefused' });
      expect([imported(from), asked]).toEqual([[], ['fedora']]);
      await world.write(other);
      await world.settle();
      expect(imported(from)).toContain('POST DataImportCron 201');
      expect(asked).toEqual(['fedora', 'rocky']);
      await uninstalled();
    });

    it('in the patch of one operand holds back the rest of the edit, too', async () => {
      await converged();
      const from = world.requests.length;
      const before = await operand(kubevirt);
      await edit({
        metadata: { annotations: { [kubevirtPatch]: 'no JSON' } },
        spec: { certConfig: refusedSpec.certConfig },
      });
      await world.settle();
      expect(written(from)).toEqual([]);
      expect(await operand(kubevirt)).toEqual(before);
      expect(await condition('ReconcileComplete')).toMatchObject({
        reason: 'ConfigurationRefused',
        message: expect.stringContaining(kubevirtPatch),
      });
    });
  });

  describe('an object that is remade meanwhile', () => {
    it('is not given what was decided about the one before', async () => {
      await converged();
      const from = world.requests.length;
      await restarted(once(isWrite('PATCH', cdi), () => remake(cdi, { mine: 'yes' })));
      await edit({ spec: { certConfig: { ca: { duration: '96h' } } } });
      await world.settle();
      expect(written(from).filter((line) => line.includes('CDI'))).toEqual([
        'PATCH CDI 422',
        'PATCH CDI 200',
      ]);
      const live = await operand(cdi);
      expect(labelsOf(live)).toMatchObject({ mine: 'yes' });
      expect(valueAt(live, 'spec', 'certConfig', 'ca', 'duration')).toBe('96h0m0s');
    });

    it('is not deleted in the place of the one that was not wanted', async () => {
      await converged({ enableApplicationAwareQuota: true });
      const from = world.requests.length;
      await restarted(once(isWrite('DELETE', aaq), () => remake(aaq, { app: 'somebody-elses' })));
      await edit({ spec: { enableApplicationAwareQuota: false } });
      await world.settle();
      expect(written(from).filter((line) => line.includes('AAQ'))).toEqual(['DELETE AAQ 409']);
      expect(labelsOf(await operand(aaq))).toMatchObject({ app: 'somebody-elses' });
    });

    it('is not deleted with the HyperConverged', async () => {
      await converged();
      await restarted(once(isWrite('DELETE', kubevirt), () => remake(kubevirt, { app: 'somebody-elses' })));
      const from = world.requests.length;
      demand(await world.client.delete(hyperConvergeds, name));
      await world.quiet();
      expect(written(from).filter((line) => line.includes('KubeVirt'))).toEqual(['DELETE KubeVirt 409']);
      expect(labelsOf(await operand(kubevirt))).toMatchObject({ app: 'somebody-elses' });
      expect(await world.hyperConverged()).toBeUndefined();
    });
  });

  describe('what others put on an object meanwhile', () => {
    const isAdoption = isWrite('PATCH', hyperConvergeds);

    it('is not overwritten on an operand', async () => {
      await converged();
      const from = world.requests.length;
      const relabel = async () => {
        const body = { metadata: { labels: { mine: 'yes' } } };
        demand(await world.client.patch(cdi, world.nameOf(cdi), { type: 'merge', body }));
      };
      await restarted(once(isWrite('PATCH', cdi), relabel));
      await edit({ spec: { certConfig: { ca: { duration: '96h' } } } });
      await world.settle();
      // the edit is of the specification, and leaves labels alone
      expect(written(from).filter((line) => line.includes('CDI'))).toEqual(['PATCH CDI 200']);
      expect(labelsOf(await operand(cdi))).toMatchObject({ mine: 'yes' });
    });

    it.each<[string, JsonObject, readonly string[]]>([
      ['a status costs no second write', { status: { phase: 'Deploying' } }, ['PATCH CDI 200']],
      [
        'a specification is looked at again',
        { spec: { imagePullPolicy: 'Never' } },
        ['PATCH CDI 422', 'PATCH CDI 200'],
      ],
    ])('in %s', async (_, body, writes) => {
      await converged();
      const from = world.requests.length;
      const change = async () => {
        const patch = { type: 'merge', body } as const;
        const verb = 'status' in body ? 'patchStatus' : 'patch';
        demand(await world.client[verb](cdi, world.nameOf(cdi), patch));
      };
      await restarted(once(isWrite('PATCH', cdi), change));
      await edit({ spec: { certConfig: { ca: { duration: '96h' } } } });
      await world.settle();
      expect(written(from).filter((line) => line.includes('CDI'))).toEqual(writes);
      expect(valueAt(await operand(cdi), 'spec')).toMatchObject({
        certConfig: { ca: { duration: '96h0m0s' } },
      });
      expect(valueAt(await operand(cdi), 'spec', 'imagePullPolicy')).not.toBe('Never');
    });

    it('is not overwritten when the HyperConverged becomes ours', async () => {
      await begin();
      await world.write({ ...request, metadata: { ...meta(request), finalizers: ['first.example/holds'] } });
      await restarted(once(isAdoption, () => edit({ metadata: { finalizers: theirs } })));
      await world.settle();
      expect(meta((await world.hyperConverged()) ?? {}).finalizers).toEqual([
        ...theirs,
        'kubevirt.io/hyperconverged',
      ]);
      await edit({ metadata: { finalizers: null } });
    });

    it('is not taken away when the HyperConverged is let go', async () => {
      await converged();
      const all = ['kubevirt.io/hyperconverged', 'first.example/holds'];
      await edit({ metadata: { finalizers: all } });
      await world.quiet();
      const meddle = once(isAdoption, () => edit({ metadata: { labels: { late: 'yes' } } }));
      await restarted(meddle);
      await world.quiet();
      const from = world.requests.length;
      demand(await world.client.delete(hyperConvergeds, name));
      await world.quiet();
      const patches = world.requests
        .slice(from)
        .filter(({ method, path }) => method === 'PATCH' && isOf(hyperConvergeds, path.split('?')[0] ?? ''))
        .map(({ status }) => status);
      expect(patches).toEqual([409, 200]);
      expect(meta((await world.hyperConverged()) ?? {})).toMatchObject({
        finalizers: ['first.example/holds'],
        labels: { late: 'yes' },
      });
      await edit({ metadata: { finalizers: null } });
    });

    it('stays in the status', async () => {
      await converged();
      const theirs = { type: 'SomebodyElse', status: 'True', reason: 'R', message: 'm' };
      const whole = valueAt((await world.hyperConverged()) ?? {}, 'status', 'conditions');
      const conditions = [...(Array.isArray(whole) ? whole : []), { ...theirs, lastTransitionTime: since }];
      const patch = { type: 'merge', body: { status: { conditions } } } as const;
      demand(await world.client.patchStatus(hyperConvergeds, name, patch));
      await edit({ spec: refusedSpec });
      await world.settle();
      expect(await condition('ReconcileComplete')).toMatchObject({ status: 'False' });
      expect(await condition('SomebodyElse')).toEqual({ ...theirs, lastTransitionTime: since });
    });
  });

  it('a role is there before its binding, also where that takes a while', async () => {
    await begin(openshift);
    const isRole = (path: string) => path.split('?')[0]?.endsWith('/clusterroles') === true;
    const isBinding = (path: string) => path.split('?')[0]?.endsWith('/clusterrolebindings') === true;
    let open = 0;
    const openWhenBound: number[] = [];
    const own = world.server.operator();
    world.startOperator({
      transport: {
        ...own,
        async send(asked) {
          if (asked.method !== 'POST') return own.send(asked);
          if (isBinding(asked.path)) openWhenBound.push(open);
          if (!isRole(asked.path)) return own.send(asked);
          open += 1;
          for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          const answer = await own.send(asked);
          open -= 1;
          return answer;
        },
      },
    });
    const spec = { higherWorkloadDensity: { memoryOvercommitPercentage: 150 } };
    await world.write({ ...request, spec });
    await world.settle();
    expect(openWhenBound).toEqual([0]);
    const order = written().filter((line) => line.includes('ClusterRole'));
    expect(order).toEqual(['POST ClusterRole 201', 'POST ClusterRoleBinding 201']);
  });

  describe('an uninstall', () => {
    it('begins no wave while an operand of the one before could not be read', async () => {
      await converged();
      await world.operator?.stop();
      demand(await world.client.delete(hyperConvergeds, name));
      let isBroken = true;
      const from = world.requests.length;
      let reconciled = 0;
      world.startOperator({
        onEvent: ({ type }) => {
          if (type === 'reconciled') reconciled += 1;
        },
        fault: ({ method, path }) =>
          isBroken && method === 'GET' && /\/networkaddonsconfigs\?/.test(path) ? 'before' : undefined,
      });
      await until(() => reconciled >= 3);
      expect(written(from)).toEqual([]);
      expect(meta((await world.hyperConverged()) ?? {}).finalizers).toEqual(['kubevirt.io/hyperconverged']);
      isBroken = false;
      await until(async () => (await world.hyperConverged()) === undefined);
      expect(written(from)).toEqual([
        'DELETE NetworkAddonsConfig 200',
        'DELETE KubeVirt 200',
        'DELETE CDI 200',
      ]);
    });

    it('leaves CDI until the boot sources are gone, which need it', async () => {
      await begin(oneWorker);
      let reconciled = 0;
      world.startOperator({
        goldenImages: { importer: 'builtin' },
        onEvent: ({ type }) => {
          if (type === 'reconciled') reconciled += 1;
        },
      });
      await world.write(withImage('fedora'));
      await world.settle();
      const [cron] = await crons();
      if (cron === undefined) throw new Error('no boot source was made');
      const hold = (finalizers: readonly string[] | null) => ({
        type: 'merge' as const,
        body: { metadata: { finalizers } },
      });
      const named = { ...home, name: cron.metadata.name };
      demand(await world.client.patch(bootSourceKinds.dataImportCrons, named, hold(['test/holds'])));
      const from = world.requests.length;
      demand(await world.client.delete(hyperConvergeds, name));
      await until(async () =>
        (await crons()).every(({ metadata }) => metadata.deletionTimestamp !== undefined),
      );
      const before = reconciled;
      await until(() => reconciled >= before + 3);
      expect(written(from)).toEqual([]);
      expect(meta((await world.hyperConverged()) ?? {}).finalizers).toEqual(['kubevirt.io/hyperconverged']);
      demand(await world.client.patch(bootSourceKinds.dataImportCrons, named, hold(null)));
      await world.quiet();
      expect(await world.hyperConverged()).toBeUndefined();
      expect(written(from).at(-1)).toBe('DELETE CDI 200');
      await homeIsGone();
    });
  });

  it('boot sources stay as somebody changes them once the HyperConverged was taken away by hand', async () => {
    await begin(oneWorker);
    let isLetGo = false;
    const takeAway = once(
      (asked) => isLetGo && isWrite('PATCH', hyperConvergeds)(asked),
      // right before the operator puts its finalizer back
      async () => void demand(await world.client.delete(hyperConvergeds, name)),
    );
    const told: string[] = [];
    world.startOperator({
      transport: tellingWatches(meddlingTransport(world.server.operator(), takeAway), (text) =>
        told.push(text),
      ),
      goldenImages: { importer: 'builtin' },
    });
    await world.write(withImage('fedora'));
    await world.settle();
    isLetGo = true;
    await edit({ metadata: { finalizers: null } });
    await world.quiet();
    expect([await world.hyperConverged(), (await crons()).length]).toEqual([undefined, 1]);
    const from = world.requests.length;
    const schedule = '7 7 7 7 *';
    for (const { metadata } of await crons())
      demand(
        await world.client.patch(bootSourceKinds.dataImportCrons, metadata, {
          type: 'merge',
          body: { spec: { schedule } },
        }),
      );
    await until(() => told.join('').includes(schedule));
    await world.quiet();
    expect(imported(from)).toEqual([]);
    // once it is wanted again, what was changed is put right: a cron that differs is made anew
    await world.write(withImage('fedora'));
    await world.settle();
    expect(imported(from)).toEqual(['DELETE DataImportCron 200', 'POST DataImportCron 201']);
    await uninstalled();
  });

  describe('an upgrade', () => {
    const former = [{ name: 'operator', version: '1.0.0' }];

    it('shows the former version, and is not upgradeable, until all operands are there again', async () => {
      await converged();
      const { versions } = readStatus(await world.hyperConverged());
      await world.operator?.stop();
      await status({ versions: former });
      await said(cdi, 'False');
      world.startOperator();
      await world.quiet();
      expect(readStatus(await world.hyperConverged()).versions).toEqual(former);
      expect(await condition('Progressing')).toMatchObject({ status: 'True', reason: 'HCOUpgrading' });
      expect(await condition('Upgradeable')).toMatchObject({ status: 'False' });
      await said(cdi, 'True');
      await world.quiet();
      expect(readStatus(await world.hyperConverged()).versions).toEqual(versions);
      expect(await condition('Upgradeable')).toMatchObject({ status: 'True' });
    });

    it.each([
      ['while it goes on, is told and not counted', former, 0],
      ['is told and counted otherwise', undefined, 1],
    ])('what is put right %s', async (_, versions, count) => {
      await converged();
      await world.operator?.stop();
      if (versions !== undefined) await status({ versions });
      const body = { spec: { imagePullPolicy: 'Never' } };
      demand(await world.client.patch(kubevirt, world.nameOf(kubevirt), { type: 'merge', body }));
      world.startOperator();
      await world.quiet();
      expect(valueAt(await operand(kubevirt), 'spec', 'imagePullPolicy')).toBeUndefined();
      const counted = world.operator?.metrics.samples('outOfBandModifications') ?? [];
      expect(counted.reduce((sum, { value }) => sum + value, 0)).toBe(count);
      const told = demand(await world.client.list(events)).items.filter(
        ({ reason }) => reason === 'Overwritten',
      );
      expect(told).toMatchObject([{ type: 'Warning', involvedObject: { kind: 'HyperConverged' } }]);
    });

    async function status(body: JsonObject): Promise<void> {
      const patch = { type: 'merge', body: { status: body } } as const;
      demand(await world.client.patchStatus(hyperConvergeds, name, patch));
    }

    async function said(of: Operand, isAvailable: 'True' | 'False'): Promise<void> {
      const conditions = available.map((each) =>
        each.type === 'Available' ? { ...each, status: isAvailable } : each,
      );
      const patch = { type: 'merge', body: { status: { conditions } } } as const;
      const bySubresource = await world.client.patchStatus(of, world.nameOf(of), patch);
      if (!bySubresource.ok) demand(await world.client.patch(of, world.nameOf(of), patch));
    }
  });

  it('an operand that is not answered about holds up no other', async () => {
    await begin();
    let isBroken = true;
    world.startOperator({
      fault: ({ method, path }) =>
        isBroken && method === 'POST' && isOf(kubevirt, path.split('?')[0] ?? '') ? 'before' : undefined,
    });
    await world.write(request);
    await until(async () => (await operand(networkAddonsConfig)).metadata !== undefined);
    await until(async () => (await operand(cdi)).metadata !== undefined);
    expect((await operand(kubevirt)).metadata).toBeUndefined();
    isBroken = false;
    await world.settle();
    expect(await condition('Available')).toMatchObject({ status: 'True' });
  });
}

const home = { namespace: 'kubevirt-os-images' };
const oneWorker = { nodes: [{ name: 'a1', arch: 'amd64', roles: ['worker'] }] };
const theirs = ['second.example/holds'];
const since = '2026-01-01T00:00:00Z';

function labelsOf(object: JsonObject): JsonObject {
  const { labels } = meta(object);
  return isJsonObject(labels) ? labels : {};
}

function readStatus(object: JsonObject | undefined): JsonObject {
  return isJsonObject(object?.status) ? object.status : {};
}

/** Tells what watches bring, as it comes. */
function tellingWatches(transport: Transport, tell: (text: string) => void): Transport {
  return {
    ...transport,
    async send(asked) {
      const answer = await transport.send(asked);
      return asked.path.includes('watch=') ? { ...answer, body: telling(answer.body, tell) } : answer;
    },
  };
}

async function* telling(body: AsyncIterable<Uint8Array>, tell: (text: string) => void) {
  for await (const chunk of body) {
    tell(Buffer.from(chunk).toString());
    yield chunk;
  }
}

/** A registry that has every image, for one architecture; it notes what it is asked for. */
function registryOfAll(asked: string[]): RegistryClient {
  const digest = `sha256:${'0'.repeat(64)}`;
  const manifest = { digest, mediaType: 'application/vnd.oci.image.manifest.v1+json' };
  const platform = { os: 'linux', architecture: 'amd64', ...manifest, size: 1, downloadSize: undefined };
  return {
    inspect: async (reference) => {
      asked.push(reference.repository);
      return succeeded({ reference, source: reference, ...manifest, single: true, platforms: [platform] });
    },
    close: () => undefined,
  };
}

/** A golden image whose architectures are written, so that nothing waits for a registry. */
function withImage(image: string): JsonObject & { readonly spec: JsonObject } {
  const template = {
    metadata: { name: `${image}-cron`, annotations: { 'ssp.kubevirt.io/dict.architectures': 'amd64' } },
    spec: {
      schedule: '0 */12 * * *',
      managedDataSource: image,
      template: {
        spec: {
          source: { registry: { url: `docker://registry.example/${image}:1` } },
          storage: { resources: { requests: { storage: '1Gi' } } },
        },
      },
    },
  };
  const spec = {
    featureGates: { enableMultiArchBootImageImport: true },
    enableCommonBootImageImport: false,
    dataImportCronTemplates: [template],
  };
  return { ...request, spec };
}

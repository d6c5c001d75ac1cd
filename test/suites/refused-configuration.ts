import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  listAt,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { kubevirt } from '../../packages/archipelago/src/config/operands/kubevirt/kubevirt.ts';
import {
  definitions,
  hyperConvergeds,
} from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { seededRandom } from '../support/seeded-random.ts';
import type { TestServers } from '../support/test-servers.ts';
import { until } from '../support/until.ts';
import { createWorld, demand, meta, type World } from './operator-world.ts';

const name = { namespace: 'kubevirt-hyperconverged', name: 'kubevirt-hyperconverged' };
const patch = 'kubevirt.kubevirt.io/jsonpatch';
const placement = (operator: string): JsonObject => ({
  nodePlacement: {
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator, values: ['no number'] }] }],
        },
      },
    },
  },
});

function request(spec: JsonObject, annotations: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: { ...name, annotations },
    spec,
  };
}

const accepted = request({ defaultCPUModel: 'Haswell' });
/** What the definition cannot know: the server stores it. */
const refused = request({ defaultCPUModel: 'Penryn', infra: placement('Gt') }, { [patch]: '[{' });

/** A configuration that was stored though it is refused stops nothing: the one that was accepted last stays in force. */
export function testRefusedConfiguration(servers: TestServers): void {
  let world: World;
  afterEach(() => world.stop());
  afterAll(() => servers.stop());

  function start(seed: number): void {
    world.startOperator({ random: seededRandom(seed) });
  }

  async function status(): Promise<JsonObject> {
    return objectAt((await world.hyperConverged()) ?? {}, 'status');
  }

  async function conditions(): Promise<Readonly<Record<string, string>>> {
    const list: readonly JsonValue[] = listAt(await status(), 'conditions');
    return Object.fromEntries(
      list
        .filter(isJsonObject)
        .map((each) => [textAt(each, 'type'), `${textAt(each, 'status')} ${textAt(each, 'reason')}`]),
    );
  }

  async function message(): Promise<string> {
    const list: readonly JsonValue[] = listAt(await status(), 'conditions');
    return textAt(
      list.filter(isJsonObject).find(({ type }) => type === 'ReconcileComplete'),
      'message',
    );
  }

  async function cpuModel(): Promise<JsonValue | undefined> {
    return valueAt(
      (await world.get(kubevirt, world.nameOf(kubevirt))) ?? {},
      'spec',
      'configuration',
      'cpuModel',
    );
  }

  /** Stores what the definition refuses, as one that was laxer would have let it in. */
  async function storeMisshapen(object: JsonObject): Promise<void> {
    const definition = { name: 'hyperconvergeds.hco.kubevirt.io' };
    const found = demand(await world.client.get(definitions, definition));
    const versions = listAt(objectAt(found, 'spec'), 'versions').filter(isJsonObject);
    const lax = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    const define = async (of: readonly JsonObject[]) =>
      demand(
        await world.client.patch(definitions, definition, {
          type: 'merge',
          body: { spec: { versions: of } },
        }),
      );
    await define(versions.map((version) => ({ ...version, schema: lax })));
    try {
      await until(() =>
        world.write(object).then(
          () => true,
          () => false,
        ),
      );
    } finally {
      await define(versions);
    }
    // servers take a moment
    const probe = { type: 'merge', body: { spec: { defaultCPUModel: 7 } } } as const;
    await until(async () => !(await world.client.patch(hyperConvergeds, name, probe, { dryRun: true })).ok);
  }

  async function drift(): Promise<void> {
    const body = { spec: { configuration: { cpuModel: 'drifted' } } };
    demand(await world.client.patch(kubevirt, world.nameOf(kubevirt), { type: 'merge', body }));
    await world.quiet();
  }

  describe(`a refused configuration, ${servers.name}`, () => {
    it('leaves the accepted one in force, also over a restart, until it is mended', async () => {
      world = await createWorld({}, { servers });
      start(1);
      await world.write(accepted);
      await world.settle();
      await world.write(refused);
      await world.quiet();
      expect(await conditions()).toEqual({
        ReconcileComplete: 'False ConfigurationRefused',
        Available: 'True ReconcileCompleted',
        Progressing: 'False ReconcileCompleted',
        Degraded: 'False ReconcileCompleted',
        Upgradeable: 'True ReconcileCompleted',
      });
      expect(await message()).toMatch(/accepted last \(generation \d+\) stays in force/);
      expect(await message()).toContain('spec.infra.nodePlacement.affinity');
      expect(await message()).toContain(`metadata.annotations["${patch}"] is not JSON`);
      await drift();
      expect(await cpuModel()).toBe('Haswell');
      await world.operator?.stop();
      const restart = world.requests.length;
      start(2);
      await world.quiet();
      // but for the event
      const written = world.requests.slice(restart).filter(({ method }) => method !== 'GET');
      expect(written.filter(({ path }) => !path.includes('/events'))).toEqual([]);
      await drift();
      expect(await cpuModel()).toBe('Haswell');
      const told = [...(await world.events())].filter(([line]) =>
        line.startsWith('Warning ConfigurationRefused'),
      );
      // once by each process
      expect(told.map(([, count]) => count)).toEqual([2]);
      await world.write(request({ defaultCPUModel: 'Penryn' }));
      await world.quiet();
      expect(await conditions()).toMatchObject({ ReconcileComplete: 'True ReconcileCompleted' });
      expect(await cpuModel()).toBe('Penryn');
      expect(valueAt(await status(), 'lastAccepted', 'spec', 'defaultCPUModel')).toBe('Penryn');
    });

    it('leaves operands as they are where what was kept cannot be used, and says so', async () => {
      world = await createWorld({}, { servers });
      start(3);
      await world.write(accepted);
      await world.settle();
      await world.operator?.stop();
      await world.write({ ...refused, metadata: meta(accepted) });
      const body = { status: { lastAccepted: { spec: { certConfig: 7 } } } };
      demand(await world.client.patchStatus(hyperConvergeds, name, { type: 'merge', body }));
      start(4);
      await world.quiet();
      await drift();
      expect(await cpuModel()).toBe('drifted');
      expect(await message()).toContain(
        'operands stay as they are (status.lastAccepted.spec cannot be used: certConfig',
      );
      expect(await conditions()).toMatchObject({ Available: 'True ReconcileCompleted' });
      await world.write(accepted);
      await world.quiet();
      expect(await cpuModel()).toBe('Haswell');
      expect(await conditions()).toMatchObject({ ReconcileComplete: 'True ReconcileCompleted' });
    });

    it('brings nothing about where nothing was accepted before, and all of it once it is mended', async () => {
      world = await createWorld({}, { servers });
      start(5);
      await world.write({ ...refused, metadata: meta(accepted) });
      await world.quiet();
      expect([...(await world.operands()).keys()]).toEqual([]);
      expect(await conditions()).toMatchObject({
        ReconcileComplete: 'False ConfigurationRefused',
        Available: 'False ConfigurationRefused',
      });
      expect(await message()).toContain('no configuration has been accepted yet');
      await world.write(accepted);
      await world.settle();
      expect(await conditions()).toMatchObject({
        ReconcileComplete: 'True ReconcileCompleted',
        Available: 'True ReconcileCompleted',
      });
    });

    it('is told where fields have the wrong shape, and what API servers let stay holds up nothing else', async () => {
      world = await createWorld({}, { servers });
      start(7);
      await world.write(accepted);
      await world.settle();
      await world.operator?.stop();
      const misshapen = { permittedHostDevices: { pciHostDevices: 'x' }, obsoleteCPUs: 'x' };
      await storeMisshapen(request({ defaultCPUModel: 'Penryn', ...misshapen }));
      start(8);
      await world.quiet();
      expect(await conditions()).toEqual({
        ReconcileComplete: 'False ConfigurationRefused',
        Available: 'True ReconcileCompleted',
        Progressing: 'False ReconcileCompleted',
        Degraded: 'False ReconcileCompleted',
        Upgradeable: 'True ReconcileCompleted',
      });
      expect(await message()).toContain('spec.permittedHostDevices.pciHostDevices is text, not a list');
      expect(await message()).toContain('spec.obsoleteCPUs is text, not an object');
      await drift();
      expect(await cpuModel()).toBe('Haswell');
      // the server lets what is wrong stay; nobody has accepted it
      const edited = { type: 'merge', body: { spec: { defaultCPUModel: 'Nehalem' } } } as const;
      demand(await world.client.patch(hyperConvergeds, name, edited));
      await world.quiet();
      expect(await cpuModel()).toBe('Haswell');
      const mended = { permittedHostDevices: null, obsoleteCPUs: null };
      demand(await world.client.patch(hyperConvergeds, name, { type: 'merge', body: { spec: mended } }));
      await world.quiet();
      expect(await conditions()).toMatchObject({ ReconcileComplete: 'True ReconcileCompleted' });
      expect(await cpuModel()).toBe('Nehalem');
    });

    it('is told by an event where a rule cannot be computed with it, as no API server takes a status then', async () => {
      world = await createWorld({}, { servers });
      start(9);
      await world.write(accepted);
      await world.settle();
      await storeMisshapen(request({ defaultCPUModel: 'Penryn', certConfig: { ca: 'x' } }));
      await until(async () =>
        [...(await world.events()).keys()].some(
          (line) => line.includes('ConfigurationRefused') && line.includes('spec.certConfig.ca'),
        ),
      );
      await drift();
      expect(await cpuModel()).toBe('Haswell');
      await world.write(request({ defaultCPUModel: 'Penryn' }));
      await world.quiet();
      expect(await conditions()).toMatchObject({ ReconcileComplete: 'True ReconcileCompleted' });
      expect(await cpuModel()).toBe('Penryn');
    });

    it('holds up one operand only where nothing was accepted before and its patch is all that is refused', async () => {
      world = await createWorld({}, { servers });
      start(6);
      await world.write({ ...accepted, metadata: meta(refused) });
      await world.settle();
      const there = [...(await world.operands()).keys()].map((key) => key.split('/')[0]);
      expect(there).toContain('CDI');
      expect(there).not.toContain('KubeVirt');
      expect(await conditions()).toMatchObject({
        ReconcileComplete: 'False ConfigurationRefused',
        Available: 'False KubeVirtConditions',
      });
    });
  });
}

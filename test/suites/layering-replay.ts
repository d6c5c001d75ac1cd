import { createKubernetesClient, type KubernetesClient, type Resource } from '@archipelago/kube-client';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, type RunnerTestCase, test } from 'vitest';
import {
  namespace,
  World,
} from '../../packages/archipelago/src/layering/build-plan/simulated-world.test-support.ts';
import { layeringKindsOf } from '../../packages/archipelago/src/operator/layering/layering-manifests.ts';
import {
  createDefinitions,
  createNamespace,
} from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import { adminClient, type TestServer, type TestServers } from '../support/test-servers.ts';
import { until } from '../support/until.ts';
import { type RecordedWorld, recordWorld } from './layering-replay/record-world.ts';
import { foreignDefinitions, worldKinds } from './layering-replay/replay-kinds.ts';
import { type ReplayOptions, replayWorld } from './layering-replay/replay-world.ts';

/** Tests with objects that no server takes. */
const impossible = ['objects of any shape are no reason to fail'];

const serviceAccounts: Resource = {
  group: '',
  version: 'v1',
  plural: 'serviceaccounts',
  kind: 'ServiceAccount',
  namespaced: true,
};

interface ReplayLimits {
  /** Of a test that makes very many worlds the last ones are replayed. */
  readonly worldsPerTest: number;
  /** How long each property may look for a counterexample; it has its full time where it is at home. */
  readonly searchMs: number;
}

/**
 * Lets everything that happened in the simulated worlds of a test happen once more on a server, when the test is over: plans by the
 * operator's own hand, the rest by an administrator's.
 */
export async function replayLayering(
  servers: TestServers,
  { worldsPerTest, searchMs }: ReplayLimits,
): Promise<void> {
  const numbers = new Set<number>();

  const total = { tests: 0, worlds: 0, actions: 0, changes: 0, collected: 0, stale: 0 };
  fc.configureGlobal({ ...fc.readConfigureGlobal(), interruptAfterTimeLimit: searchMs });
  let server: TestServer | undefined;
  let options: ReplayOptions | undefined;
  let recorded: RecordedWorld[] = [];
  World.onMade = (world) => {
    recorded = [...recorded, recordWorld(world)].slice(-worldsPerTest);
  };

  beforeAll(async () => {
    server = await servers.lease('kubernetes');
    const operator = createKubernetesClient({ transport: server.operator(), userAgent: 'operator' });
    options = { admin: adminClient(server), operator };
    await furnish(options.admin);
  });

  afterEach(async ({ task }) => {
    const worlds = recorded;
    recorded = [];
    if (
      task.result?.state === 'fail' ||
      impossible.includes(task.name) ||
      worlds.length === 0 ||
      options === undefined
    )
      return;
    total.tests += 1;
    for (const world of worlds) {
      try {
        const { actions, changes, collected, stale } = await replayWorld(options, world);
        total.worlds += 1;
        total.actions += actions;
        total.changes += changes;
        total.collected += collected;
        total.stale += stale;
      } finally {
        await empty(options.admin);
      }
    }
    for (const number of numbersOf(task)) numbers.add(number);
  });

  afterAll(async () => {
    World.onMade = undefined;
    options?.operator.close();
    options?.admin.close();
    await server?.release();
    await servers.stop();
    console.log(
      `layering, ${servers.name}: ${numbers.size} scenarios (${total.tests} tests, ${total.worlds} worlds) replayed: ${total.actions} actions of plans, ` +
        `${total.changes} changes by others, ${total.collected} objects collected, ${total.stale} plans out of date`,
    );
  });

  await import('../../packages/archipelago/src/layering/build-plan/scenarios.test.ts');
  await import('../../packages/archipelago/src/layering/build-plan/plan-layering.property.test.ts');
  test('none of the scenarios is missing', () => {
    expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 54 }, (_, index) => index + 1));
  });
}

/** Of the scenarios that a test belongs to: `scenarios 41 and 42 (whole): …`. */
function numbersOf({ suite }: Pick<RunnerTestCase, 'suite'>): readonly number[] {
  if (suite === undefined) return [];
  const [, one, other = one] = /^scenarios? (\d+)(?: and (\d+))?/.exec(suite.name) ?? [];
  const own = one === undefined ? [] : [Number(one), Number(other)];
  return [...own, ...numbersOf(suite)];
}

async function furnish(admin: KubernetesClient): Promise<void> {
  await createDefinitions(admin, [...layeringKindsOf('kubernetes'), ...foreignDefinitions]);
  await createNamespace(admin, namespace);
  const account = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'builder', namespace },
  };
  expect(await admin.create(serviceAccounts, account)).toMatchObject({ ok: true });
}

/** Removes what was in a world, whatever holds it. */
async function empty(admin: KubernetesClient): Promise<void> {
  await until(
    async () => {
      const left = await Promise.all(worldKinds.map((resource) => removeAll(admin, resource)));
      return left.every((count) => count === 0);
    },
    { tell: () => 'the objects of the last world do not go away' },
  );
}

/** How many there still were. */
async function removeAll(admin: KubernetesClient, resource: Resource): Promise<number> {
  const listed = await admin.list(resource, resource.namespaced ? { namespace } : {});
  if (!listed.ok) throw new Error(listed.status.message);
  const objects = listed.value.items.filter(({ metadata }) => metadata.name !== 'kube-root-ca.crt');
  await Promise.all(
    objects.map(async ({ metadata }) => {
      if ((metadata.finalizers ?? []).length > 0)
        await admin.patch(resource, metadata, { type: 'merge', body: { metadata: { finalizers: null } } });
      await admin.delete(resource, metadata, { propagation: 'Background', gracePeriodSeconds: 0 });
    }),
  );
  return objects.length;
}

import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import { type HttpRequest, leaseRecordOf, leases } from '@archipelago/kube-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kubevirt } from '../../packages/archipelago/src/config/operands/kubevirt/kubevirt.ts';
import { hyperConvergeds } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { fieldManager } from '../../packages/archipelago/src/reconcile/field-manager.ts';
import { createWorld, demand, kubernetesObject, type World } from '../suites/operator-world.ts';
import { ClockedOperator, fullCluster, fullHyperConverged, type View } from '../support/clocked-operator.ts';

const name = { namespace: 'kubevirt-hyperconverged', name: 'kubevirt-hyperconverged' };
const lease = { namespace: 'kubevirt-hyperconverged', name: 'archipelago-operator' };

let world: World;
let operator: ClockedOperator;

beforeEach(async () => {
  world = await createWorld(fullCluster);
});

afterEach(async () => {
  await operator.stop();
  await world.stop();
});

function start(view: View = {}): void {
  operator = new ClockedOperator(world, { identity: 'we', ...view });
}

async function request(): Promise<void> {
  demand(await world.client.create(hyperConvergeds, kubernetesObject(fullHyperConverged)));
}

async function edit(parallelMigrationsPerCluster = 17): Promise<void> {
  const body = { spec: { liveMigrationConfig: { parallelMigrationsPerCluster } } };
  demand(await world.client.patch(hyperConvergeds, name, { type: 'merge', body }));
}

async function giveLeaseTo(holderIdentity: string): Promise<void> {
  const held = demand(await world.client.get(leases, lease));
  const spec = isJsonObject(held.spec) ? held.spec : {};
  const body: JsonObject = { spec: { ...spec, holderIdentity, leaseDurationSeconds: 60 } };
  demand(await world.client.patch(leases, lease, { type: 'merge', body }));
}

/** Holds the first write that matches until it is given up. */
function holding(matches: (write: string) => boolean) {
  const held: HttpRequest[] = [];
  const beforeWrite = async (write: string, one: HttpRequest): Promise<void> => {
    if (held.length > 0 || !matches(write)) return;
    held.push(one);
    await new Promise<void>((_, reject) => {
      one.signal.addEventListener('abort', () => reject(new Error('given up')));
    });
  };
  return { held, beforeWrite };
}

/** Of an operand: the one that edits here change. */
function isEdit(write: string): boolean {
  return /^PATCH .*\/kubevirts\//.test(write);
}

describe('an operator that leads no longer', () => {
  it.each<[string, RegExp, number]>([
    ['the first write of all', /^PATCH .*\/hyperconvergeds\/[^/]+$/, 0],
    ['an operand', /^POST .*\/kubevirts\//, 1],
    ['a status', /^PATCH .*\/hyperconvergeds\/[^/]+\/status$/, 1],
    ['what is around boot sources', /^POST \/api\/v1\/namespaces\/[^/]+$/, 1],
    ['a boot source', /^POST .*\/dataimportcrons\//, 1],
  ])('gives up what is under way, and begins nothing more: %s', async (_, matches, atLeast) => {
    const { held, beforeWrite } = holding((write) => matches.test(write));
    start({ beforeWrite });
    await request();
    await operator.pass(5_000);
    expect([held.length, held[0]?.signal.aborted]).toEqual([1, false]);
    expect(operator.writes.length).toBeGreaterThanOrEqual(atLeast);
    const before = operator.writes.length;
    await giveLeaseTo('thief');
    // until the next renewal nobody can know
    await operator.pass(2_100);
    expect(operator.told).toContain('notLeading');
    expect(held[0]?.signal.aborted).toBe(true);
    await edit();
    await operator.pass(40_000);
    expect(operator.writes.slice(before)).toEqual([]);
    // the thief does not renew
    await operator.pass(40_000);
    expect(operator.told.filter((type) => type === 'leading')).toHaveLength(2);
    expect((await world.operands()).size).toBe(15);
  });

  it('neither carries out what is asked for nor takes back what others change', async () => {
    start();
    await request();
    await operator.pass(12_000);
    await giveLeaseTo('thief');
    await operator.pass(2_100);
    operator.writes.length = 0;
    await edit();
    const drift = { spec: { configuration: { migrations: { parallelMigrationsPerCluster: 99 } } } };
    demand(await world.client.patch(kubevirt, world.nameOf(kubevirt), { type: 'merge', body: drift }));
    await operator.pass(50_000);
    expect(operator.writes).toEqual([]);
    await operator.pass(20_000);
    expect(operator.writes.filter((write) => isEdit(write))).toHaveLength(1);
  });

  it('and leads again has learned nothing: what another leader wrote meanwhile is no drift', async () => {
    start();
    await request();
    await operator.pass(12_000);
    await giveLeaseTo('thief');
    await operator.pass(2_100);
    // the other leader is an operator, too, and carries out what is asked for in its term
    await edit(17);
    const carriedOut = { spec: { configuration: { migrations: { parallelMigrationsPerCluster: 17 } } } };
    const patch = { type: 'merge', body: carriedOut } as const;
    demand(await world.client.patch(kubevirt, world.nameOf(kubevirt), patch, { fieldManager }));
    await edit(18);
    operator.writes.length = 0;
    await operator.pass(70_000);
    expect(operator.told.filter((type) => type === 'leading')).toHaveLength(2);
    expect(operator.writes.filter((write) => isEdit(write))).toEqual([
      expect.stringMatching(/\/kubevirts\/[^/]+ 200$/),
    ]);
    const told = [...(await world.events()).keys()].filter((line) =>
      / (Updated|Overwritten) KubeVirt /.test(line),
    );
    expect(told).toEqual([expect.stringMatching(/^Normal Updated /)]);
    expect(operator.operator.metrics.samples('outOfBandModifications')).toEqual([]);
  });

  it('because it cannot renew its lease stops before anybody else may begin', async () => {
    let isCut = false;
    const { held, beforeWrite } = holding((write) => isEdit(write));
    start({
      beforeWrite: async (write, one) => {
        if (isCut && write.includes('/leases/')) await new Promise(() => {});
        await beforeWrite(write, one);
      },
    });
    await request();
    await operator.pass(12_000);
    isCut = true;
    await edit();
    await operator.pass(7_000);
    expect([held.length, held[0]?.signal.aborted]).toEqual([1, false]);
    await operator.pass(3_100);
    expect([operator.told.at(-1), held[0]?.signal.aborted]).toEqual(['notLeading', true]);
    operator.writes.length = 0;
    await operator.pass(60_000);
    expect(operator.writes).toEqual([]);
  });
});

describe('an operator that waits for its turn', () => {
  it('reads everything, and writes nothing but its tries for the lease', async () => {
    start();
    await request();
    await operator.pass(12_000);
    const leader = operator;
    operator = new ClockedOperator(world, { identity: 'next' });
    for (let second = 0; second < 40; second += 1) {
      if (second === 20) await edit();
      await leader.pass(1_000);
      await operator.pass(1_000);
    }
    expect([operator.writes, operator.operator.isReady()]).toEqual([[], true]);
    expect(operator.told).toEqual(['waiting', 'platform']);
    await leader.stop();
    expect(leaseRecordOf(demand(await world.client.get(leases, lease))).holder).toBe('');
    await edit(18);
    await operator.pass(10_000);
    expect(operator.writes.filter((write) => isEdit(write))).toHaveLength(1);
  });

  it('that is stopped finishes nothing and gives the lease back', async () => {
    const { held, beforeWrite } = holding((write) => /^POST .*\/kubevirts\//.test(write));
    start({ beforeWrite });
    await request();
    await operator.pass(5_000);
    expect(held).toHaveLength(1);
    await operator.stop();
    const before = operator.writes.length;
    await operator.pass(60_000);
    expect([held[0]?.signal.aborted, operator.writes.length, operator.clock.timers]).toEqual([
      true,
      before,
      0,
    ]);
    expect(leaseRecordOf(demand(await world.client.get(leases, lease))).holder).toBe('');
  });
});

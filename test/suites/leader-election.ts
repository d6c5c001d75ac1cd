import { type Clock, isJsonObject, valueAt } from '@archipelago/apimachinery';
import { createKubernetesClient, leaseRecordOf, leases, type Transport } from '@archipelago/kube-client';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { kubevirt } from '../../packages/archipelago/src/config/operands/kubevirt/kubevirt.ts';
import { hyperConvergeds } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import type { RunningOperator } from '../../packages/archipelago/src/operator/options/running-operator.ts';
import { startOperator } from '../../packages/archipelago/src/operator/start-operator.ts';
import { eventually } from '../support/eventually.ts';
import { hurriedClock } from '../support/hurried-clock.ts';
import { observedTransport } from '../support/observed-transport.ts';
import type { TestServers } from '../support/test-servers.ts';
import { until } from '../support/until.ts';
import { request } from './operator-scripts.ts';
import { createWorld, demand, type World } from './operator-world.ts';

/** A lease of 15 s lasts 2 s: longer than a busy machine keeps a living leader waiting. */
const hurry = 8;
/** Looks at the lease, 2 s apart or more, in which one that nobody renews has surely run out. */
const looksPerLease = 15_000 / 2_000 + 1;
const path = ['spec', 'configuration', 'migrations', 'parallelMigrationsPerCluster'];

/** One line of what the replicas did, in the order in which it happened. */
type Entry =
  | { readonly replica: string; readonly did: 'led' | 'lost' }
  | { readonly replica: string; readonly did: 'wrote'; readonly what: string };

/** An operator among others; its clock shows another time of day, and its connection can be taken away. */
class Replica {
  readonly name: string;
  readonly operator: RunningOperator;
  isConnected = true;
  isLeading = false;
  /** How often it looked at the lease. */
  looks = 0;
  /** Requests that have no answer yet. */
  underWay = 0;
  /** How far its clock has gone on while the process stood still: no timer of that time has run. */
  sleptMs = 0;
  /** Its requests about the lease get no answer. */
  isLeaseSilent = false;
  /** Passes that have ended. */
  passes = 0;

  constructor(world: World, name: string, skewMs: number, journal: Entry[]) {
    this.name = name;
    const hurried = hurriedClock(hurry);
    const clock: Clock = {
      ...hurried,
      now: () => Date.now() + skewMs + this.sleptMs,
      monotonic: () => hurried.monotonic() + this.sleptMs,
    };
    const transport = observedTransport(this.#counting(world.server.operator()), {
      fault: ({ path: asked }) => {
        const isSilent = this.isLeaseSilent && asked.includes('/leases');
        return this.isConnected && !isSilent ? undefined : 'before';
      },
      onAnswer: ({ method, path: asked, status }) => {
        if (method === 'GET' && asked.includes('/leases')) this.looks += 1;
        if (method !== 'GET' && status < 300 && !/\/(leases|events)/.test(asked))
          journal.push({ replica: name, did: 'wrote', what: `${method} ${asked.split('?')[0]}` });
      },
    });
    this.operator = startOperator({
      client: createKubernetesClient({ transport, clock, userAgent: name, deadlineMs: 200_000 }),
      clock,
      namespace: world.namespace,
      deployment: world.inputs.deployment,
      election: { identity: name },
      onEvent: ({ type }) => {
        if (type === 'reconciled') this.passes += 1;
        if (type !== 'leading' && type !== 'notLeading') return;
        this.isLeading = type === 'leading';
        journal.push({ replica: name, did: type === 'leading' ? 'led' : 'lost' });
      },
    });
  }

  #counting(transport: Transport): Transport {
    const send: Transport['send'] = async (request) => {
      this.underWay += 1;
      try {
        return await transport.send(request);
      } finally {
        this.underWay -= 1;
      }
    };
    return { ...transport, send };
  }
}

/** Of several operators one acts, whatever becomes of the lease. */
export function testLeaderElection(servers: TestServers): void {
  let world: World;
  let replicas: Replica[] = [];
  const journal: Entry[] = [];
  let setting = 10;

  afterEach(async () => {
    await Promise.all(replicas.map(({ operator }) => operator.stop()));
    await world.stop();
  });
  afterAll(() => servers.stop());

  const lease = () => ({ namespace: world.namespace, name: 'archipelago-operator' });
  const leader = () => replicas.find(({ isLeading }) => isLeading);
  const writesSince = (from: number) => journal.slice(from).filter(({ did }) => did === 'wrote');

  async function start(count: number): Promise<void> {
    world = await createWorld({}, { servers });
    journal.length = 0;
    const skews = [0, 20 * 60_000, -20 * 60_000];
    replicas = skews
      .slice(0, count)
      .map((skewMs, index) => new Replica(world, `replica-${index}`, skewMs, journal));
    await world.write(request);
    await takesEffect();
  }

  /** A user's edit is carried out; by whom, as the journal says. */
  async function takesEffect(): Promise<readonly Entry[]> {
    setting += 1;
    const from = journal.length;
    const body = { spec: { liveMigrationConfig: { parallelMigrationsPerCluster: setting } } };
    const name = { namespace: world.namespace, name: 'kubevirt-hyperconverged' };
    demand(await world.client.patch(hyperConvergeds, name, { type: 'merge', body }));
    const seen = async () => valueAt((await world.get(kubevirt, world.nameOf(kubevirt))) ?? {}, ...path);
    await eventually(async () => expect(await seen()).toBe(setting));
    // the effect may be read before its writer has the answer
    await until(() => writesSince(from).length > 0);
    return writesSince(from);
  }

  /** Nobody writes who does not lead, and nobody leads while another does. */
  function isInOrder(): boolean {
    const leading = new Set<string>();
    return journal.every(({ replica, did }) => {
      if (did === 'wrote') return leading.has(replica);
      if (did === 'lost') leading.delete(replica);
      else leading.add(replica);
      return leading.size <= 1;
    });
  }

  describe(`leader election, ${servers.name}`, () => {
    it.each([2, 3])('of %i replicas with clocks twenty minutes apart one acts', async (count) => {
      await start(count);
      for (let round = 0; round < 5; round += 1) {
        const writers = new Set((await takesEffect()).map(({ replica }) => replica));
        expect([...writers]).toEqual([leader()?.name]);
      }
      // as long as a lease lasts: nobody takes it from a leader that lives
      const waiting = replicas.filter(({ isLeading }) => !isLeading);
      const enough = waiting.map(({ looks }) => looks + looksPerLease);
      await until(() => waiting.every(({ looks }, index) => looks >= (enough[index] ?? 0)), {
        tell: () => journal.filter(({ did }) => did !== 'wrote'),
      });
      expect(journal.filter(({ did }) => did === 'led')).toHaveLength(1);
      expect(isInOrder()).toBe(true);
    });

    it('a lease that was deleted is made again, and one leads', async () => {
      await start(3);
      demand(await world.client.delete(leases, lease()));
      // who led does not know before its next renewal, and may lead beside the one that made the lease until then
      await until(async () => {
        const held = await world.client.get(leases, lease());
        const leading = replicas.filter(({ isLeading }) => isLeading).map(({ name }) => name);
        return held.ok && leading.length === 1 && leaseRecordOf(held.value).holder === leading[0];
      });
      const writers = new Set((await takesEffect()).map(({ replica }) => replica));
      expect([...writers]).toEqual([leader()?.name]);
    });

    it('a leader whose lease was stolen stops at once; when the thief does not renew it, one takes over', async () => {
      await start(3);
      const robbed = leader();
      const held = demand(await world.client.get(leases, lease()));
      const spec = isJsonObject(held.spec) ? held.spec : {};
      const body = { spec: { ...spec, holderIdentity: 'a-thief', leaseTransitions: 9 } };
      demand(await world.client.patch(leases, lease(), { type: 'merge', body }));
      await until(() => robbed?.isLeading === false);
      await takesEffect();
      expect(leader()).toBeDefined();
      expect(isInOrder()).toBe(true);
    });

    it('a leader that loses its connection stops before another begins', async () => {
      await start(2);
      const [first] = replicas.filter(({ isLeading }) => isLeading);
      if (first === undefined) throw new Error('nobody leads');
      first.isConnected = false;
      // what it had already sent still arrives
      await until(() => first.underWay === 0);
      const writers = new Set((await takesEffect()).map(({ replica }) => replica));
      expect(writers.has(first.name)).toBe(false);
      expect(isInOrder()).toBe(true);
      first.isConnected = true;
      await takesEffect();
      expect(isInOrder()).toBe(true);
    });

    it('a leader that slept past its lease writes nothing before it has renewed it', async () => {
      await start(1);
      const [only] = replicas;
      if (only === undefined) throw new Error('no replica');
      only.isLeaseSilent = true;
      await until(() => only.underWay === 0);
      only.sleptMs = 12_000;
      const [from, passed] = [journal.length, only.passes];
      const body = { spec: { liveMigrationConfig: { parallelMigrationsPerCluster: 77 } } };
      const name = { namespace: world.namespace, name: 'kubevirt-hyperconverged' };
      demand(await world.client.patch(hyperConvergeds, name, { type: 'merge', body }));
      await until(() => only.passes > passed || !only.isLeading);
      expect(writesSince(from)).toEqual([]);
      only.isLeaseSilent = false;
      await takesEffect();
      expect(isInOrder()).toBe(true);
    });

    it('a leader that ends gives the lease up: the next one begins without waiting it out', async () => {
      await start(2);
      const [first] = replicas.filter(({ isLeading }) => isLeading);
      await first?.operator.stop();
      const held = leaseRecordOf(demand(await world.client.get(leases, lease())));
      expect(held.holder).not.toBe(first?.name);
      const writers = new Set((await takesEffect()).map(({ replica }) => replica));
      expect(writers.has(first?.name ?? '')).toBe(false);
    });
  });
}

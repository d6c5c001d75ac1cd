import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import { loadConnection, nodeTransport } from '@archipelago/kube-client';
import { afterAll, describe, expect, it } from 'vitest';
import { networkAddonsConfig } from '../../packages/archipelago/src/config/operands/network-addons-config/network-addons-config.ts';
import { definitions } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { createDefinitions } from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { hurriedClock } from '../support/hurried-clock.ts';
import { drawFaults } from '../support/random-faults.ts';
import { type Draw, seededDraw } from '../support/seeded-random.ts';
import type { TestServers } from '../support/test-servers.ts';
import { until } from '../support/until.ts';
import { drawScript, request, type Script, stateOf } from './operator-scripts.ts';
import { available, createWorld, demand, type World } from './operator-world.ts';

interface FaultScheduleCounts {
  readonly schedules: number;
  /** Of them, each that is a multiple restarts the API server in the middle, where that is possible. */
  readonly restartEvery: number;
}

/** Of the operator's time per the machine's, through sockets. */
const hurry = 10;
/** The machine's time after which a silent watch counts as dead: long, or on a busy machine all of them are opened anew and again. */
const silenceMs = 3_000;
/** FAULT_SEED repeats one schedule. */
const only = process.env.FAULT_SEED === undefined ? undefined : Number(process.env.FAULT_SEED);

interface Schedule {
  readonly seed: number;
  readonly script: Script;
  readonly restarts: boolean;
  /** What it is to come to. */
  readonly expected: JsonValue;
}

/** What happened, by kind. */
class Tally {
  schedules = 0;
  restarts = 0;
  compactions = 0;
  certificates = 0;
  definitions = 0;
  readonly faults = new Map<string, number>();

  add(struck: ReadonlyMap<string, number>): void {
    for (const [kind, count] of struck) this.faults.set(kind, (this.faults.get(kind) ?? 0) + count);
  }

  text(): string {
    const faults = [...this.faults].sort().map(([kind, count]) => `${count} ${kind}`);
    return `${this.restarts} restarts of the API server, ${this.compactions} compactions, ${this.certificates} certificates and ${this.definitions} definitions replaced; ${faults.join(', ')}`;
  }
}

/** Whatever happens between the operator and its server, the final state is that of a quiet day. */
export function testFaultSchedules(servers: TestServers, counts: FaultScheduleCounts): void {
  const tally = new Tally();
  const quiet = new Map<number, Promise<JsonValue>>();
  /** Until it has ended well. */
  const failed = new Set<number>();

  /** Schedules share scripts: what one comes to undisturbed is found out once. */
  function undisturbed(number: number, script: Script): Promise<JsonValue> {
    const known = quiet.get(number) ?? withoutFaults(servers, script);
    quiet.set(number, known);
    return known;
  }

  describe(`fault schedules, ${servers.name}`, () => {
    afterAll(async () => {
      await servers.stop();
      const verdict = failed.size === 0 ? 'all right' : `wrong: FAULT_SEED=${[...failed].join(' ')}`;
      console.log(
        `fault schedules, ${servers.name}: seeds 1 to ${counts.schedules}, ${tally.schedules} ended right, ${verdict}; ${tally.text()}`,
      );
    });

    async function endsAsUndisturbed(seed: number): Promise<void> {
      const number = 1 + (seed % 10);
      const script = drawScript(number);
      const expected = await undisturbed(number, script);
      failed.add(seed);
      const restarts = seed % counts.restartEvery === 0;
      await withFaults(servers, { seed, script, expected, restarts }, tally);
      failed.delete(seed);
      tally.schedules += 1;
    }

    const seeds = Array.from({ length: counts.schedules }, (_, index) => index + 1);
    const wanted = only === undefined ? seeds : [only];
    it.each(batches(wanted, servers.areSeparate ? 10 : 1))(
      'seeds from %i on end as without faults',
      async (...batch) => {
        const ends = await Promise.allSettled(batch.map(endsAsUndisturbed));
        const wrong = ends.find((end) => end.status === 'rejected');
        if (wrong !== undefined) throw wrong.reason;
      },
      600_000,
    );
  });
}

function batches<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

async function withoutFaults(servers: TestServers, script: Script): Promise<JsonValue> {
  const world = await createWorld(script.cluster, { servers });
  try {
    world.startOperator({ random: () => 0.5 });
    await world.write(request);
    for (const deed of script.deeds) {
      await world.settle();
      await deed(world);
    }
    await world.settle();
    return await stateOf(world);
  } finally {
    await world.stop();
  }
}

async function withFaults(servers: TestServers, schedule: Schedule, tally: Tally): Promise<void> {
  const world = await createWorld(schedule.script.cluster, { servers });
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-faults-'));
  const proxy = await startFaultProxy(world.server.operator(), folder);
  try {
    await disturb(world, proxy, schedule, tally);
    await settles(world, proxy, schedule);
  } finally {
    tally.add(proxy.struck);
    await world.stop();
    await proxy.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function disturb(world: World, proxy: FaultProxy, schedule: Schedule, tally: Tally): Promise<void> {
  const { seed, script, restarts } = schedule;
  const random = seededDraw(seed * 31 + 5);
  proxy.decide(drawFaults(random, { requests: 2 + random(6), watches: 2, watchMs: 400 }));
  const connection = await loadConnection({ kubeconfig: proxy.kubeconfig }, undefined, hurriedClock(hurry));
  world.startOperator({
    random: () => 0.5,
    transport: nodeTransport(connection),
    identity: `replica-${seed}`,
    hurry,
    idleMs: silenceMs * hurry,
  });
  await world.write(request);
  for (const [index, deed] of script.deeds.entries()) {
    await pause(random(300));
    await deed(world);
    if (index === 1) await shake(world, proxy, { random, restarts, tally });
  }
  await pause(random(800));
}

/** Real time, so that the next fault meets the operator at any point of its work; no assertion depends on how long it is. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

interface Shaking {
  readonly random: Draw;
  readonly restarts: boolean;
  readonly tally: Tally;
}

/** Once per schedule something larger happens. */
async function shake(world: World, proxy: FaultProxy, { random, restarts, tally }: Shaking): Promise<void> {
  const { restart, compact } = world.server;
  if (restarts && restart !== undefined) {
    tally.restarts += 1;
    await restart(random(2) === 0 ? 'same' : 'renewed');
    return;
  }
  switch (random(5)) {
    case 0:
      if (compact === undefined) return;
      tally.compactions += 1;
      await compact();
      return;
    case 1:
      tally.certificates += 1;
      await proxy.renew(random(2) === 0 ? 'same' : 'other');
      return;
    case 2:
      tally.definitions += 1;
      await replaceDefinition(world, random(300));
      return;
    case 3:
      proxy.replaceToken();
      return;
    default:
      proxy.refuse(true);
      await pause(random(300));
      proxy.refuse(false);
  }
}

const replaceable = 'networkaddonsconfigs.networkaddonsoperator.network.kubevirt.io';

/** A kind goes with all its objects, and comes back. */
async function replaceDefinition({ client }: World, pauseMs: number): Promise<void> {
  const name = { name: replaceable };
  const { metadata, status: _, ...rest } = demand(await client.get(definitions, name));
  const finalizers = { type: 'merge', body: { metadata: { finalizers: null } } } as const;
  for (const { metadata: object } of demand(await client.list(networkAddonsConfig)).items)
    await client.patch(networkAddonsConfig, object, finalizers);
  demand(await client.delete(definitions, name));
  await until(async () => !(await client.get(definitions, name)).ok);
  await pause(pauseMs);
  const { annotations = {} } = metadata;
  await createDefinitions(client, [{ ...plain(rest), metadata: { name: replaceable, annotations } }]);
}

function plain(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Guards against hanging only: how long the longest of all backoffs takes on a machine that has other work. */
const patienceMs = 240_000;
const stillMs = 250;

/** No faults from now on: the state becomes as expected and stays so. */
async function settles(world: World, proxy: FaultProxy, { seed, expected }: Schedule): Promise<void> {
  proxy.decide(undefined);
  let state: JsonValue = null;
  const isRight = async () => {
    await world.reportOperands(() => available);
    state = await stateOf(world);
    return isDeepStrictEqual(state, expected);
  };
  const tell = () => {
    expect(state, `FAULT_SEED=${seed}`).toEqual(expected);
    return `FAULT_SEED=${seed}: it does not stay as it should be`;
  };
  await until(isRight, { withinMs: patienceMs, pauseMs: 60, forMs: stillMs, tell });
}

import { afterAll, describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/api/json-value.ts';
import { nodeFacts } from '../../src/cluster-facts/standard-cluster.ts';
import type { Operand } from '../../src/config/operand.ts';
import { operands } from '../../src/config/operands.ts';
import { hyperConvergeds } from '../../src/operator/cluster-resources.ts';
import { longestWaitMs } from '../../src/operator/recent-writes.ts';
import type { RunningOperator } from '../../src/operator/start-operator.ts';
import type { TestServers } from '../support/test-servers.ts';
import { createWorld, demand, meta, type World } from './operator-world.ts';

/** How many there are, and which the first one is. */
export interface ScheduleCounts {
  readonly scripts: number;
  readonly schedulesPerScript: number;
}

type Random = (limit: number) => number;

/** Whole numbers below a limit, the same for the same seed. */
function seeded(seed: number): Random {
  let state = seed * 2_654_435_761 + 12_345;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * limit);
  };
}

type Deed = (world: World) => Promise<void>;

/** What users, administrators and strangers do, drawn by chance. */
function drawDeed(random: Random): Deed {
  switch (random(6)) {
    case 0:
      return edit({ liveMigrationConfig: { parallelMigrationsPerCluster: 1 + random(50) } });
    case 1:
      return edit({
        featureGates: { alignCPUs: random(2) === 0, enableMultiArchBootImageImport: random(2) === 0 },
      });
    case 2:
      return edit({ enableApplicationAwareQuota: random(2) === 0 });
    case 3:
      return annotate(random(2) === 0);
    case 4:
      return changeNodes(random(3), random(2));
    default:
      return vandalize(random(1_000));
  }
}

function edit(spec: JsonObject): Deed {
  return (world) => patchHyperConverged(world, { spec });
}

function annotate(on: boolean): Deed {
  const text = '[{"op":"add","path":"/spec/imagePullPolicy","value":"Always"}]';
  return (world) =>
    patchHyperConverged(world, {
      metadata: {
        annotations: { 'kubevirt.kubevirt.io/jsonpatch': on ? text : null, deployOVS: on ? 'true' : null },
      },
    });
}

async function patchHyperConverged(world: World, body: JsonObject): Promise<void> {
  const name = { namespace: world.namespace, name: 'kubevirt-hyperconverged' };
  demand(await world.client.patch(hyperConvergeds, name, { type: 'merge', body }));
}

function changeNodes(arm: number, mainframe: number): Deed {
  return (world) =>
    world.setNodes([
      ...world.facts.nodes,
      ...Array.from({ length: arm }, (_, index) => nodeFacts(`arm-${index}`, 'arm64', ['worker'])),
      ...Array.from({ length: mainframe }, (_, index) => nodeFacts(`z-${index}`, 's390x', ['worker'])),
    ]);
}

/** A stranger changes, or removes, some operand that is there. */
function vandalize(draw: number): Deed {
  return async (world) => {
    const present: readonly Operand[] = operands.filter(({ reportsConditions }) => reportsConditions);
    const operand = present[draw % present.length];
    if (operand === undefined || (await world.get(operand, world.nameOf(operand))) === undefined) return;
    if (draw % 3 === 0) demand(await world.client.delete(operand, world.nameOf(operand)));
    else {
      const body = {
        metadata: { labels: { 'app.kubernetes.io/part-of': 'x', mine: 'y' } },
        spec: { infra: { replicas: draw } },
      };
      await world.client.patch(operand, world.nameOf(operand), { type: 'merge', body });
    }
  };
}

interface Script {
  readonly cluster: JsonObject;
  readonly deeds: readonly Deed[];
}

function drawScript(seed: number): Script {
  const random = seeded(seed);
  const cluster = random(2) === 0 ? {} : { openshift: true, baseDomain: 'apps.example.com' };
  return { cluster, deeds: Array.from({ length: 3 + random(4) }, () => drawDeed(random)) };
}

/** Keeps an operator running that dies at random requests, before or after the server acted, until told. */
class Mortal {
  deaths = 0;
  glitches = 0;
  readonly #world: World;
  readonly #random: Random;
  readonly #stopping: Promise<void>[] = [];
  #isCalm = false;
  #current: RunningOperator | undefined;

  constructor(world: World, random: Random) {
    this.#world = world;
    this.#random = random;
  }

  start(): void {
    let left = 1 + this.#random(30);
    let isDead = false;
    this.#current = this.#world.startOperator({
      random: () => 0.5,
      fault: () => {
        if (isDead) return 'before';
        left -= 1;
        if (this.#isCalm || left > 0) return undefined;
        if (this.#random(4) === 0) {
          this.glitches += 1;
          left = 1 + this.#random(30);
        } else {
          isDead = true;
          this.deaths += 1;
          setImmediate(() => this.#revive());
        }
        return this.#random(2) === 0 ? 'before' : 'after';
      },
    });
  }

  /** From now on nothing dies. */
  async calm(): Promise<void> {
    this.#isCalm = true;
    await Promise.all(this.#stopping);
  }

  #revive(): void {
    if (this.#current !== undefined) this.#stopping.push(this.#current.stop());
    this.start();
  }
}

/** The final state after a script; with a seed, the operator dies on the way. */
async function finalState(
  servers: TestServers,
  script: Script,
  seed: number | undefined,
): Promise<{ state: JsonValue; deaths: number; glitches: number }> {
  const world = await createWorld(script.cluster, {
    servers,
    // those of the sandbox are small, and the real ones are there for real servers
    ...(servers.areSeparate ? { upstream: new Map() } : {}),
  });
  const mortal = new Mortal(world, seeded(seed ?? 0));
  try {
    if (seed === undefined) world.startOperator({ random: () => 0.5 });
    else mortal.start();
    await world.write(request);
    const random = seeded((seed ?? 0) + 77);
    for (const deed of script.deeds) {
      if (random(3) === 0) await world.settle();
      else await new Promise((resolve) => setTimeout(resolve, random(12)));
      await deed(world);
    }
    await world.quiet();
    await mortal.calm();
    await world.quiet(5, longestWaitMs);
    await world.settle();
    return { state: await stateOf(world), deaths: mortal.deaths, glitches: mortal.glitches };
  } finally {
    await mortal.calm();
    await world.stop();
  }
}

const request: JsonObject = {
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' },
  spec: {},
};

/** Everything but what names a moment or an identity. */
async function stateOf(world: World): Promise<JsonValue> {
  const hyperConverged = (await world.hyperConverged()) ?? {};
  const objects = [...(await world.operands())].sort(([a], [b]) => (a < b ? -1 : 1));
  return timeless({
    hyperConverged: { ...hyperConverged, metadata: metadataOf(hyperConverged) },
    operands: objects.map(([key, object]) => ({ key, ...object, metadata: metadataOf(object) })),
  });
}

const momentary = [
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'managedFields',
  'lastTransitionTime',
  'observedGeneration',
];

function metadataOf(object: JsonObject): JsonObject {
  const { labels, ...rest } = meta(object);
  const ours = isJsonObject(labels) ? Object.entries(labels).filter(([key]) => key !== 'mine') : [];
  return { ...rest, labels: Object.fromEntries(ours.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

function timeless(value: JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) return value.map(timeless);
  if (!isJsonObject(value)) return value ?? null;
  const members = Object.entries(value).filter(
    ([key, below]) => !momentary.includes(key) && below !== undefined,
  );
  return Object.fromEntries(members.map(([key, below]) => [key, timeless(below)]));
}

/** The final state is that of an operator that lives, however often and wherever it dies. */
export function testRestartSchedules(servers: TestServers, counts: ScheduleCounts): void {
  describe(`restart schedules, ${servers.name}`, () => {
    const total = { schedules: 0, deaths: 0, glitches: 0 };
    afterAll(async () => {
      await servers.stop();
      console.log(
        `restart schedules, ${servers.name}: ${total.schedules} passed, ${total.deaths} deaths, ${total.glitches} broken connections survived`,
      );
    });

    async function endsAs(state: JsonValue, script: Script, seed: number): Promise<void> {
      const disturbed = await finalState(servers, script, seed);
      expect(disturbed.state, `seed ${seed}`).toEqual(state);
      total.schedules += 1;
      total.deaths += disturbed.deaths;
      total.glitches += disturbed.glitches;
    }

    it.each(Array.from({ length: counts.scripts }, (_, index) => index + 1))(
      'script %i ends the same however often the operator dies',
      async (script) => {
        const drawn = drawScript(script);
        const { state } = await finalState(servers, drawn, undefined);
        const seeds = Array.from({ length: counts.schedulesPerScript }, (_, index) => script * 1_000 + index);
        if (servers.areSeparate) await Promise.all(seeds.map((seed) => endsAs(state, drawn, seed)));
        else for (const seed of seeds) await endsAs(state, drawn, seed);
      },
      120_000,
    );
  });
}

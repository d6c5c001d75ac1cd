import type { JsonValue } from '@archipelago/apimachinery';
import { afterAll, describe, expect, it } from 'vitest';
import type { RunningOperator } from '../../packages/archipelago/src/operator/options/running-operator.ts';
import { type Draw, seededDraw } from '../support/seeded-random.ts';
import type { TestServers } from '../support/test-servers.ts';
import { drawScript, request, type Script, stateOf } from './operator-scripts.ts';
import { createWorld, type World } from './operator-world.ts';

/** How many there are, and which the first one is. */
interface ScheduleCounts {
  readonly scripts: number;
  readonly schedulesPerScript: number;
}

/** Keeps an operator running that dies at random requests, before or after the server acted, until told. */
class Mortal {
  deaths = 0;
  glitches = 0;
  readonly #world: World;
  readonly #random: Draw;
  readonly #stopping: Promise<void>[] = [];
  #isCalm = false;
  #current: RunningOperator | undefined;

  constructor(world: World, random: Draw) {
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
  const mortal = new Mortal(world, seededDraw(seed ?? 0));
  try {
    if (seed === undefined) world.startOperator({ random: () => 0.5 });
    else mortal.start();
    await world.write(request);
    const random = seededDraw((seed ?? 0) + 77);
    for (const deed of script.deeds) {
      if (random(3) === 0) await world.settle();
      else await new Promise((resolve) => setTimeout(resolve, random(12)));
      await deed(world);
    }
    await world.quiet();
    await mortal.calm();
    await world.settle();
    return { state: await stateOf(world), deaths: mortal.deaths, glitches: mortal.glitches };
  } finally {
    await mortal.calm();
    await world.stop();
  }
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
    );
  });
}

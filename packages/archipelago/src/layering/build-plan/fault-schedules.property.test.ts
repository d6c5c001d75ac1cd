import { setImmediate as breathe } from 'node:timers/promises';
import type { KubernetesObject } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { names } from '../api/layering-names.ts';
import type { LayeringPlan } from './layering-plan.ts';
import { planBuildRemoval } from './plan-build-removal.ts';
import { planLayering } from './plan-layering.ts';
import { baseDigest, target, World } from './simulated-world.test-support.ts';

/**
 * The controller, a build, the assembly or a registry is killed at any point. What is published must be whole and right at any time,
 * no platform may be built twice for the same key unless a build of it was killed, and everything must end well.
 */

// 200 in npm run test:real; SCHEDULES=20000 and other SEEDs to look for what is rare
const schedules = Number(process.env.SCHEDULES ?? 12);
const seed = Number(process.env.SEED ?? 20_261_121);

/** A retry counts; the config gives each platform ten attempts. */
const mostKills = 8;
/** The planner gives up when five assemblies have ended without a word. */
const mostSilent = 4;
/** A leader that lost its lease may still carry out what it had planned, but not for long. */
const staleMs = 60_000;

const place = fc.nat({ max: 7 });
const event = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.record({ kind: fc.constant('go' as const), rounds: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('act' as const), upTo: fc.nat({ max: 10 }) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('work' as const), place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remember' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('stale' as const), upTo: fc.nat({ max: 10 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('killBuild' as const),
      place,
      how: fc.constantFrom('at once', 'after its push', 'with its job', 'off its node'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('killAssembly' as const),
      place,
      how: fc.constantFrom(
        'at once',
        'after the children',
        'before the tag',
        'after the tag',
        'off its node',
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('registry' as const), up: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('time' as const),
      seconds: fc.constantFrom(1, 16, 31, 61, 400, 4000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      architecture: fc.constantFrom('NoArch', 'ARM64', 'S390X'),
    }),
  },
);

type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;
type EventOf<K extends Event['kind']> = Extract<Event, { kind: K }>;

class Schedule {
  readonly world = new World({
    nodes: { a: 'amd64', b: 'arm64', c: 's390x' },
    spec: { build: { attempts: 10 } },
  });
  /** Builds that were killed or came late, by the label of their key. */
  readonly kills = new Map<string, number>();
  readonly happened = new Map<string, number>();
  readonly #turns = new Map<string, number>();
  #longest = 2;
  #silent = 0;
  #texts = 0;
  #remembered: { readonly plan: LayeringPlan; readonly at: number } | undefined;

  constructor() {
    this.world.behaviour = (_, _attempt, job) => {
      if (!this.#hasWorked(job.metadata.uid ?? '')) return { kind: 'hang' };
      if (this.world.registryDown === undefined) return { kind: 'succeed' };
      return this.#countKill(job) ? { kind: 'fail', exitCode: 125 } : { kind: 'hang' };
    };
    this.world.assembly = (attempt) => {
      if (!this.#hasWorked(`assembly ${attempt}`)) return { kind: 'hang' };
      return this.world.registryDown === undefined
        ? undefined
        : { kind: 'report', data: { reason: 'RegistryUnavailable', message: '503' } };
    };
  }

  /** A job takes a while, so that something can happen to it. */
  #hasWorked(what: string): boolean {
    const turns = (this.#turns.get(what) ?? 0) + 1;
    this.#turns.set(what, turns);
    return turns > this.#longest;
  }

  happen<K extends Event['kind']>(one: EventOf<K>): void {
    const happening = this.#happenings[one.kind] as (event: EventOf<K>) => boolean | undefined;
    if (happening(one) !== false) this.happened.set(one.kind, (this.happened.get(one.kind) ?? 0) + 1);
  }

  readonly #happenings: { readonly [K in Event['kind']]: (event: EventOf<K>) => boolean | undefined } = {
    go: ({ rounds }) => {
      for (let round = 0; round < rounds; round += 1) {
        this.world.step();
        this.world.runJobs();
      }
      return false;
    },
    act: ({ upTo }) => this.#act(planLayering(this.world.input()), upTo),
    work: ({ place: at }) => {
      const jobs = this.world.all('Job').filter((job) => !this.world.isEnded(job));
      return this.world.runJobs(jobs[at % Math.max(1, jobs.length)]?.metadata.name ?? '');
    },
    restart: () => {
      this.world.answers = {};
      return true;
    },
    remember: () => {
      this.#remembered = { plan: planLayering(this.world.input()), at: this.world.now };
      return true;
    },
    stale: ({ upTo }) => {
      if (this.#remembered === undefined || this.world.now > this.#remembered.at + staleMs) return false;
      const before = this.world.started.length;
      const happened = this.#act(this.#remembered.plan, upTo);
      // what comes late may be wanted no more, and a job of it there was; it is taken away
      for (const { key } of this.world.started.slice(before))
        this.kills.set(key, (this.kills.get(key) ?? 0) + 1);
      return happened;
    },
    killBuild: ({ place: at, how }) => {
      const job = this.#running('build', at);
      return job !== undefined && this.#killBuild(job, how);
    },
    killAssembly: ({ place: at, how }) => {
      const job = this.#running('assemble', at);
      return job !== undefined && this.#killAssembly(job, how);
    },
    registry: ({ up }) => {
      this.world.registryDown = up ? undefined : '503';
      return !up;
    },
    time: ({ seconds }) => {
      this.world.now += seconds * 1000;
      return true;
    },
    edit: ({ architecture }) => this.#edit(architecture),
  };

  /** As many actions as the controller lives for; only one that lives on hears the answers. */
  #act(plan: LayeringPlan, upTo: number): boolean {
    for (const action of plan.actions.slice(0, upTo)) this.world.apply(action);
    if (upTo < plan.actions.length) return true;
    this.world.obey({ ...plan, actions: [] });
    const { answers, now } = this.world;
    this.world.obey(planBuildRemoval({ observed: this.world.observed(), answers, now }));
    return false;
  }

  #running(role: string, at: number): KubernetesObject | undefined {
    const jobs = this.world
      .jobs(role)
      .filter((job) => !this.world.isEnded(job) && this.world.pod(job)?.spec !== undefined);
    return jobs[at % Math.max(1, jobs.length)];
  }

  #countKill({ metadata }: KubernetesObject): boolean {
    const key = metadata.labels?.[names.key] ?? '';
    const kills = (this.kills.get(key) ?? 0) + 1;
    if (kills > mostKills) return false;
    this.kills.set(key, kills);
    return true;
  }

  #killBuild(job: KubernetesObject, how: string): boolean {
    if (how === 'off its node') {
      this.world.evict(job);
      return true;
    }
    if (!this.#countKill(job)) return false;
    if (how === 'after its push')
      this.world.make(job, job.metadata.labels?.[names.architecture] ?? '', { kind: 'succeed', claim: null });
    if (how === 'with its job') this.world.purge(job);
    else this.world.end(job, 'Failed', 137);
    return true;
  }

  #killAssembly(job: KubernetesObject, how: string): boolean {
    if (how === 'off its node') {
      this.world.evict(job);
      return true;
    }
    this.#silent += 1;
    if (this.#silent > mostSilent) return false;
    const { tags } = this.world.repository(target);
    const before = new Map(tags);
    if (how !== 'at once') this.world.putTogether(job);
    for (const tag of tags.keys()) {
      const isKept =
        how === 'after the tag' || (how === 'after the children' && /-(amd64|arm64|s390x)$/.test(tag));
      if (!before.has(tag) && !isKept) tags.delete(tag);
    }
    this.world.end(job, 'Failed', 137);
    return true;
  }

  #edit(architecture: string): boolean {
    this.#texts += 1;
    if (this.#texts > 3) return false;
    const { containerFile = [] } = this.world.get('MachineOSConfig', 'edge').spec as {
      containerFile?: { containerfileArch: string; content: string }[];
    };
    const others = containerFile.filter(({ containerfileArch }) => containerfileArch !== architecture);
    const content = `RUN text ${this.#texts}`;
    this.world.editSpec({ containerFile: [...others, { containerfileArch: architecture, content }] });
    return true;
  }

  /** Under every tag of a build, and behind what is said to be the image, there is all of that build and nothing else. */
  expectWhole(): void {
    const { tags } = this.world.repository(target);
    for (const build of this.world.builds()) {
      const digest = tags.get(build.name);
      if (digest !== undefined) this.#expectImageOf(build, digest);
      if (build.status.phase === 'Succeeded') expect(digest).toBe(build.status.index?.digest);
    }
    const { currentImagePullSpec, machineOSBuild } = this.world.status();
    if (currentImagePullSpec === undefined) return;
    const current = this.world.builds().find(({ name }) => name === machineOSBuild?.name);
    expect(currentImagePullSpec).toBe(current?.status.index?.pullSpec);
    expect(current?.status.phase).toBe('Succeeded');
  }

  #expectImageOf({ spec }: ReturnType<World['build']>, digest: string): void {
    const { manifests } = this.world.repository(target);
    const found = (manifests.get(digest)?.entries ?? []).map((entry) => {
      const { architecture, key, base } = manifests.get(entry.digest) ?? {};
      expect(architecture).toBe(entry.architecture);
      return { architecture, key, base };
    });
    expect(found).toEqual(
      spec.platforms.map(({ architecture, key }) => ({ architecture, key, base: baseDigest(architecture) })),
    );
  }

  expectNothingBuiltTwice(): void {
    const counts = new Map<string, number>();
    for (const { key } of this.world.started) counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const [key, count] of counts) expect(count).toBeLessThanOrEqual(1 + (this.kills.get(key) ?? 0));
  }

  expectGoodEnd(): void {
    this.world.registryDown = undefined;
    this.#longest = 0;
    this.world.through(5000);
    this.expectWhole();
    this.expectNothingBuiltTwice();
    const { machineOSBuild } = this.world.status();
    const current = this.world.builds().find(({ name }) => name === machineOSBuild?.name);
    expect([current?.status.phase, current?.status.message]).toEqual(['Succeeded', 'published and verified']);
    expect(this.world.condition('ImageReady')?.status).toBe('True');
    for (const build of this.world.builds())
      expect(['Succeeded', 'Superseded']).toContain(build.status.phase);
  }
}

test(`${schedules} schedules of kills and silences end well, nothing partial on the way, nothing built in vain`, async () => {
  const totals = new Map<string, number>();
  let starts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 40, maxLength: 90, size: 'max' }), async (events) => {
      // a busy machine takes minutes for all of them: the worker answers in between, and the time limit only guards against hanging
      await breathe();
      const schedule = new Schedule();
      for (const one of events) {
        schedule.happen(one);
        schedule.expectWhole();
      }
      schedule.expectGoodEnd();
      starts += schedule.world.started.length;
      for (const [kind, count] of schedule.happened) totals.set(kind, (totals.get(kind) ?? 0) + count);
    }),
    { numRuns: schedules, seed, endOnFailure: process.env.SHRINK === undefined },
  );
  const told = [...totals].map(([kind, count]) => `${kind} ${count}`).join(', ');
  process.stdout.write(`${schedules} schedules, seed ${seed}: ${starts} builds; ${told}\n`);
}, 1_800_000);

import type { KubernetesObject } from '@archipelago/apimachinery';
import {
  ApiConnectionError,
  type ApiResult,
  type KubernetesStatus,
  type ObjectName,
  type Resource,
  type Writer,
} from '@archipelago/kube-client';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../../test/support/fake-clock.ts';
import type { SeenObject } from '../../api/seen-object.ts';
import type { Action } from '../../engine/plan/action.ts';
import { CdiModel } from '../../golden-images/boot-sources/cdi-model.test-support.ts';
import type { EffectiveTemplate } from '../../golden-images/templates/effective-templates.ts';
import { BootSourcePass, type BootSourcePassOptions, type WantedImages } from './boot-source-pass.ts';

const home = 'kubevirt-os-images';
const owner = { resource: 'ns/hc', type: 'HyperConverged.hco.kubevirt.io', managedBy: 'archipelago' };
const day = 86_400_000;

function template(name: string): EffectiveTemplate {
  return {
    origin: { kind: 'custom', index: 0 },
    metadata: { name: `${name}-cron` },
    annotations: {},
    architectures: undefined,
    spec: {
      managedDataSource: name,
      schedule: '0 0 * * *',
      retentionPolicy: 'None',
      template: { spec: { source: { registry: { url: `docker://registry.test/${name}` } } } },
    },
  };
}

function wanted(
  names: readonly string[],
  architectures: readonly string[] = ['amd64', 'arm64'],
): WantedImages {
  return {
    templates: names.map((name) => ({
      template: template(name),
      decided: { kind: 'known', architectures: ['amd64', 'arm64'], source: 'probe' },
    })),
    multiArchitecture: true,
    workload: architectures.map((name) => ({ name, nodes: 1, controlPlane: name === 'amd64' })),
    owner,
    namespace: home,
    gracePeriod: day,
  };
}

type Fault = (action: Action) => KubernetesStatus | Error | undefined;

/** A cluster with a CDI, whose mirror shows everything at once unless it is held. */
class Cluster {
  readonly model = new CdiModel();
  readonly clock = new FakeClock();
  readonly log: string[] = [];
  readonly problems: string[] = [];
  news = 0;
  fault: Fault = () => undefined;
  /** Asked before a request is answered. */
  hold: () => Promise<void> = () => Promise.resolve();
  unread: string | undefined;
  forbidden: readonly string[] = [];
  readonly outcomes: string[] = [];
  isServed = true;
  plans = 0;
  /** What a plan takes. */
  planningMs = 0;
  onNews: () => void = () => undefined;
  readonly controller = new BootSourcePass(this.#settings());
  #version = 0;

  #settings(): BootSourcePassOptions {
    return {
      clock: {
        now: () => this.clock.now(),
        monotonic: () => this.clock.monotonic() + this.plans * this.planningMs,
        after: (delayMs, callback) => this.clock.after(delayMs, callback),
      },
      observer: {
        began: () => undefined,
        waited: () => undefined,
        planned: () => undefined,
        passed: (_, { result }) => {
          this.outcomes.push(result.outcome);
        },
      },
      onDone: () => undefined,
      onNews: () => {
        this.news += 1;
        this.onNews();
      },
      onProblem: (message) => this.problems.push(message),
      client: {
        create: (_: Resource, object: KubernetesObject) =>
          this.#answer({ kind: 'create', object, because: '' }),
        patch: (resource: Resource, name: ObjectName, patch: Parameters<Writer['patch']>[2]) =>
          this.#answer({
            kind: 'patch',
            object: this.#reference(resource, name),
            patch: patch.type === 'merge' ? patch.body : {},
            because: '',
          }),
        delete: async (resource: Resource, name: ObjectName) => {
          const object = this.#reference(resource, name);
          const answer = await this.#answer({ kind: 'delete', object, precondition: 'version', because: '' });
          return answer.ok ? { ok: true, value: { state: 'deleted' } } : answer;
        },
      } as Writer,
      mirror: {
        unread: () => this.unread,
        forbidden: () => this.forbidden,
        isServed: () => this.isServed,
        observed: () => {
          this.plans += 1;
          return this.model.observe();
        },
        support: () =>
          ['Namespace', 'Role', 'RoleBinding', 'ClusterRole'].flatMap((kind) => [...this.model.of(kind)]),
      },
    };
  }

  async #answer(action: Action): Promise<ApiResult<KubernetesObject>> {
    const { kind, object } = action;
    const { name, namespace } = 'metadata' in object ? object.metadata : object;
    this.log.push(`${kind} ${object.kind} ${name}`);
    await this.hold();
    const fault = this.fault(action);
    if (fault instanceof Error) throw fault;
    if (fault !== undefined) return { ok: false, status: fault };
    const before = this.model.get(object.kind, namespace, name);
    this.model.apply(action);
    return { ok: true, value: this.#stored(object.kind, { namespace, name }, before) };
  }

  #stored(kind: string, { namespace, name }: ObjectName, before: KubernetesObject | undefined) {
    const object = this.model.get(kind, namespace, name) ?? before;
    if (object === undefined) throw new Error(`${kind} ${name} was never there`);
    this.#version += 1;
    const uid = object.metadata.uid ?? `uid-${this.#version}`;
    const kept = { ...object, metadata: { ...object.metadata, uid, resourceVersion: String(this.#version) } };
    if (this.model.get(kind, namespace, name) !== undefined) this.model.put(kept);
    return kept;
  }

  #reference({ kind }: Resource, { namespace, name }: ObjectName): SeenObject {
    return { apiVersion: '', kind, name, ...(namespace === undefined ? {} : { namespace }) };
  }

  /** Time passes, CDI works, and the mirror tells. */
  async settle(rounds = 12): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      await this.clock.advance(200);
      this.model.work(() => ({ digest: '1', architectures: ['amd64', 'arm64'] }));
      this.controller.look();
    }
    await this.clock.advance(200);
  }

  names(kind: string): readonly string[] {
    return this.model
      .of(kind)
      .map(({ metadata }) => metadata.name)
      .sort();
  }
}

let cluster = new Cluster();
const term = new AbortController();

function start(): Cluster {
  cluster = new Cluster();
  return cluster;
}

afterEach(() => cluster.controller.stop());

const refused = (message: string): KubernetesStatus => ({ code: 422, reason: 'Invalid', message });

describe('the pass over boot sources', () => {
  it('makes what is wanted, and rests', async () => {
    const { controller, log, clock } = start();
    controller.follow(wanted(['fedora']), term.signal);
    await cluster.settle();
    expect(cluster.names('DataSource')).toEqual(['fedora', 'fedora-amd64', 'fedora-arm64']);
    const writes = log.length;
    controller.follow(wanted(['fedora']), term.signal);
    controller.look();
    await clock.advance(day);
    expect([log.length, controller.trouble(), clock.timers]).toEqual([writes, [], 0]);
  });

  it('spends a fifth of its time on plans that take long, however much changes', async () => {
    const { controller, clock } = start();
    cluster.planningMs = 150;
    controller.follow(wanted(['fedora']), term.signal);
    await cluster.settle();
    cluster.plans = 0;
    for (let change = 0; change < 200; change += 1) {
      controller.look();
      await clock.advance(50);
    }
    // ten seconds, 600 ms apart
    expect(cluster.plans).toBeGreaterThan(10);
    expect(cluster.plans).toBeLessThan(18);
  });

  it('lets images of nodes that are gone go after the grace period, by itself', async () => {
    const { controller, clock } = start();
    controller.follow(wanted(['fedora']), term.signal);
    await cluster.settle();
    controller.follow(wanted(['fedora'], ['amd64']), term.signal);
    await cluster.settle();
    await clock.advance(day - 60_000);
    expect(cluster.names('DataSource')).toContain('fedora-arm64');
    await clock.advance(60_000);
    await cluster.settle();
    expect(cluster.names('DataSource')).toEqual(['fedora', 'fedora-amd64']);
  });

  it('does nothing without leadership, and goes on with the next', async () => {
    const { controller, log } = start();
    const [first, second] = [new AbortController(), new AbortController()];
    first.abort();
    controller.follow(wanted(['fedora']), first.signal);
    await cluster.settle(2);
    expect([log, cluster.plans, cluster.clock.timers]).toEqual([[], 0, 0]);
    controller.follow(wanted(['fedora']), second.signal);
    await cluster.settle();
    expect(cluster.names('DataImportCron')).toEqual(['fedora-cron-amd64', 'fedora-cron-arm64']);
  });

  it('gives up a plan under way with the leadership, and plans no more', async () => {
    const { controller, log } = start();
    const [first, second] = [new AbortController(), new AbortController()];
    cluster.hold = async () => first.abort();
    controller.follow(wanted(['fedora', 'rocky']), first.signal);
    await cluster.clock.advance(1_000);
    const { plans } = cluster;
    expect(log).toHaveLength(1);
    await cluster.settle();
    expect([log.length, cluster.plans, cluster.clock.timers, cluster.problems]).toEqual([1, plans, 0, []]);
    cluster.hold = () => Promise.resolve();
    controller.follow(wanted(['fedora', 'rocky']), second.signal);
    await cluster.settle();
    expect(cluster.names('DataImportCron')).toHaveLength(4);
  });

  it('tells a mistake of ours, and tries again after a wait that grows: it is no connection that may come back', async () => {
    const { controller, clock } = start();
    cluster.fault = () => new TypeError('no such member');
    controller.follow(wanted(['fedora']), term.signal);
    await clock.advance(3_600_000);
    for (const problem of cluster.problems)
      expect(problem).toMatch(/^boot sources: TypeError: no such member\n/);
    expect(cluster.problems).not.toEqual([]);
    // half a minute apart it would be more than a hundred
    expect(cluster.problems.length).toBeLessThan(40);
  });

  it('lets no mistake about one image stop the others, and says whose it is', async () => {
    const { controller, clock } = start();
    cluster.fault = ({ object }) =>
      'metadata' in object && object.metadata.name.startsWith('fedora')
        ? new TypeError('no such member')
        : undefined;
    controller.follow(wanted(['fedora', 'centos']), term.signal);
    await clock.advance(10_000);
    expect(cluster.names('DataImportCron').length).toBeGreaterThan(0);
    expect(controller.trouble()).toContainEqual({
      because: expect.stringMatching(
        /^cannot create DataImportCron kubevirt-os-images\/fedora.*: no such member; report it as a bug of the operator$/,
      ),
      forbidden: false,
    });
  });

  it('does nothing more once it is stopped, whatever it is told', async () => {
    const { controller, log, clock } = start();
    controller.follow(wanted(['fedora']), term.signal);
    await cluster.settle();
    await controller.stop();
    const writes = log.length;
    controller.follow(wanted(['fedora', 'rocky']), term.signal);
    controller.look();
    await clock.advance(60_000);
    expect([log.length, clock.timers]).toEqual([writes, 0]);
  });

  it('plans nothing while something is unread, and goes on when all is read', async () => {
    const { controller, log, clock } = start();
    cluster.unread = 'persistentvolumeclaims could not be read yet';
    controller.follow(wanted(['fedora']), term.signal);
    await clock.advance(600_000);
    controller.look();
    await clock.advance(600_000);
    expect([log, cluster.plans]).toEqual([[], 0]);
    cluster.unread = undefined;
    controller.look();
    await cluster.settle();
    expect(cluster.names('DataImportCron')).toHaveLength(2);
  });

  it('is work that is not done while a right to read is missing, and none that is tried all the time', async () => {
    const { controller, clock, log } = start();
    cluster.unread = 'dataimportcrons could not be read yet: you may not';
    cluster.forbidden = ['you may not'];
    controller.follow(wanted(['fedora']), term.signal);
    await clock.advance(300_000);
    expect([log, cluster.outcomes.every((each) => each === 'retry')]).toEqual([[], true]);
    expect(cluster.outcomes.length).toBeLessThan(40);
    [cluster.unread, cluster.forbidden] = [undefined, []];
    controller.look();
    await cluster.settle();
    expect(cluster.outcomes).toContain('done');
  });

  it('is work that is not done, too, where a right is taken away later, until it is given back', async () => {
    const { controller, clock } = start();
    controller.follow(wanted(['fedora']), term.signal);
    await cluster.settle();
    cluster.forbidden = ['you may no longer'];
    controller.follow(wanted(['fedora']), term.signal);
    await clock.advance(1_000);
    expect(cluster.outcomes.at(-1)).toBe('retry');
    cluster.forbidden = [];
    controller.follow(wanted(['fedora']), term.signal);
    await clock.advance(1_000);
    expect(cluster.outcomes.at(-1)).toBe('done');
  });

  it('does not try again in a circle what is refused in ever other words', async () => {
    const { controller, log, clock } = start();
    cluster.fault = ({ object }) =>
      object.kind === 'DataImportCron' ? refused(`request ${log.length} denied`) : undefined;
    cluster.onNews = () => controller.follow(wanted(['fedora']), term.signal);
    controller.follow(wanted(['fedora']), term.signal);
    await clock.advance(60_000);
    expect(log.filter((line) => line.includes('DataImportCron')).length).toBeLessThan(40);
    expect(controller.trouble()).toMatchObject([{ forbidden: false }, { forbidden: false }]);
    cluster.fault = () => undefined;
    await clock.advance(30_000);
    expect(cluster.names('DataImportCron')).toHaveLength(2);
    expect(controller.trouble()).toEqual([]);
  });

  it('goes on within half a minute after an API server that could not be reached for an hour', async () => {
    const { controller, clock } = start();
    cluster.fault = () => new ApiConnectionError('unreachable', 'connection refused');
    controller.follow(wanted(['fedora']), term.signal);
    await clock.advance(3_600_000);
    cluster.fault = () => undefined;
    await clock.advance(30_000);
    expect(cluster.names('DataImportCron')).toHaveLength(2);
    expect(cluster.problems).not.toEqual([]);
  });

  it('plans nothing while CDI is not served, and forgets what it was refused', async () => {
    const { controller, log, clock } = start();
    cluster.fault = ({ object }) => (object.kind === 'DataSource' ? refused('no') : undefined);
    controller.follow(wanted(['fedora']), term.signal);
    await clock.advance(100);
    expect(controller.trouble()).not.toEqual([]);
    cluster.isServed = false;
    const { news } = cluster;
    controller.look();
    await clock.advance(1_000);
    const writes = log.length;
    await clock.advance(60_000);
    expect([controller.trouble(), log.length, cluster.news]).toEqual([[], writes, news + 1]);
  });

  it('deletes nothing that is wanted again while a plan is carried out', async () => {
    const { controller, log } = start();
    const names = ['a', 'b', 'c', 'd'];
    controller.follow(wanted(names), term.signal);
    await cluster.settle();
    log.length = 0;
    cluster.hold = async () => {
      cluster.hold = () => Promise.resolve();
      controller.follow(wanted(names.slice(1)), term.signal);
    };
    controller.follow(wanted([]), term.signal);
    await cluster.settle();
    expect(cluster.names('DataImportCron')).toEqual(
      names.slice(1).flatMap((name) => [`${name}-cron-amd64`, `${name}-cron-arm64`]),
    );
    expect(log.filter((line) => line.startsWith('delete DataImportCron') && !line.includes(' a-'))).toEqual(
      [],
    );
  });

  it('stops in the middle of a plan when SSP takes over', async () => {
    const { controller, log } = start();
    const names = Array.from({ length: 20 }, (_, index) => `image-${index}`);
    cluster.hold = async () => {
      if (log.length === 9) controller.leave();
    };
    controller.follow(wanted(names), term.signal);
    await cluster.settle();
    expect(log.length).toBeLessThan(20);
    expect([controller.trouble(), controller.findings()]).toEqual([[], []]);
  });
});

/** Come with the installation, and go with it or with their namespace. */
const installed = [
  `Role/${home}/os-images.kubevirt.io:view`,
  `RoleBinding/${home}/os-images.kubevirt.io:view`,
  'ClusterRole//os-images.kubevirt.io:edit',
];

describe('removing boot sources', () => {
  async function removed(steps = 20): Promise<readonly string[]> {
    const states: string[] = [];
    for (let step = 0; step < steps; step += 1) {
      const { state } = await cluster.controller.remove(owner, term.signal);
      states.push(state);
      if (state === 'gone') return states;
      cluster.model.work(() => ({ digest: '1', architectures: ['amd64', 'arm64'] }));
      await cluster.clock.advance(100);
    }
    return states;
  }

  it('ends when nothing is left, the namespace neither', async () => {
    const { controller } = start();
    controller.follow(wanted(['fedora', 'rocky']), term.signal);
    await cluster.settle();
    expect((await removed()).at(-1)).toBe('gone');
    expect(new Set(cluster.model.objects.keys())).toEqual(new Set(installed));
  });

  it('keeps a namespace with imports in it', async () => {
    const { controller } = start();
    controller.follow(wanted(['fedora']), term.signal);
    await cluster.settle();
    const metadata = { name: 'mine', namespace: home };
    cluster.model.put({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata });
    expect((await removed()).at(-1)).toBe('gone');
    expect(new Set(cluster.model.objects.keys())).toEqual(
      new Set([`Namespace//${home}`, ...installed, `PersistentVolumeClaim/${home}/mine`]),
    );
  });

  it('is not over while a plan is still being carried out', async () => {
    const { controller, clock } = start();
    const answers: (() => void)[] = [];
    cluster.hold = () => new Promise((resolve) => answers.push(resolve));
    controller.follow(wanted(['fedora']), term.signal);
    await clock.advance(0);
    expect(answers).not.toEqual([]);
    expect(await controller.remove(owner, term.signal)).toMatchObject({ state: 'waiting' });
    cluster.hold = () => Promise.resolve();
    for (const answer of answers) answer();
    await clock.advance(0);
    expect((await removed()).at(-1)).toBe('gone');
    expect([...cluster.model.objects.keys()]).toEqual([]);
  });

  it('waits for what cannot be read, and says so', async () => {
    start().unread = 'datasources could not be read yet';
    expect(await cluster.controller.remove(owner, term.signal)).toEqual({
      state: 'waiting',
      because: 'datasources could not be read yet',
      trouble: [],
    });
  });

  it('tells what it may not delete, and deletes the rest', async () => {
    const { controller } = start();
    controller.follow(wanted(['fedora', 'rocky']), term.signal);
    await cluster.settle();
    const message = 'dataimportcrons "x" is forbidden: User "op" cannot delete resource "dataimportcrons"';
    cluster.fault = ({ kind, object }) =>
      kind === 'delete' && object.name === 'fedora-cron-amd64'
        ? { code: 403, reason: 'Forbidden', message }
        : undefined;
    const step = await controller.remove(owner, term.signal);
    expect(step).toMatchObject({ state: 'waiting', trouble: [{ forbidden: true }] });
    await removed(5);
    expect(cluster.names('DataImportCron')).toEqual(['fedora-cron-amd64']);
    cluster.fault = () => undefined;
    expect((await removed()).at(-1)).toBe('gone');
  });

  it('says what it waits for where nobody lets a cron go', async () => {
    const { controller } = start();
    controller.follow(wanted(['fedora']), term.signal);
    await cluster.settle();
    const because = `DataImportCron ${home}/fedora-cron-amd64, and 1 more is being deleted`;
    await controller.remove(owner, term.signal);
    await cluster.clock.advance(59_000);
    const early = await controller.remove(owner, term.signal);
    expect(early).toEqual({ state: 'waiting', because, trouble: [] });
    await cluster.clock.advance(2_000);
    const late = await controller.remove(owner, term.signal);
    expect(late).toMatchObject({ state: 'waiting', trouble: [{ because, forbidden: false }] });
    expect((await removed()).at(-1)).toBe('gone');
  });
});

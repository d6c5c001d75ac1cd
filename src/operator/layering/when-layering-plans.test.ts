import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import type { KubernetesObject } from '../../api/kubernetes-object.ts';
import { ApiConnectionError } from '../../kubernetes/api-connection-error.ts';
import type { ApiResult } from '../../kubernetes/kubernetes-status.ts';
import type { CallOptions } from '../../kubernetes/request-sender.ts';
import { ownGroup } from '../../layering/api/layering-names.ts';
import type { ObservedObjects } from '../../layering/build-plan/layering-plan.ts';
import { LayeringController } from './layering-controller.ts';

const nothing: ObservedObjects = {
  nodes: [],
  pools: [],
  machineConfigs: [],
  machineSets: [],
  builds: [],
  jobs: [],
  pods: [],
  configMaps: [],
  secrets: {},
};

function config(name: string, resourceVersion = '1', spec: object = {}): KubernetesObject {
  return {
    apiVersion: `${ownGroup}/v1`,
    kind: 'MachineOSConfig',
    metadata: { name, uid: name, resourceVersion, generation: 1 },
    spec: {
      nodeSelector: { pool: 'edge' },
      architectures: ['amd64'],
      baseImage: 'registry.example.com/base/os:10',
      imageBuilder: { imageBuilderType: 'Job' },
      renderedImagePushSecret: { name: 'push' },
      renderedImagePushSpec: 'registry.example.com/os/edge:latest',
      ...spec,
    },
  };
}

const written = (name: string) => [
  `create ConfigMap architectures-${name}`,
  `status MachineOSConfig ${name}`,
];
const refused = (code: number, message = `said ${code}`): ApiResult<KubernetesObject> => ({
  ok: false,
  status: { code, reason: '', message },
});

/** A cluster whose mirror shows what a test lets it show. */
class Cluster {
  readonly clock = new FakeClock();
  readonly sent: string[] = [];
  readonly signals: (AbortSignal | undefined)[] = [];
  readonly problems: string[] = [];
  readonly findings: string[] = [];
  readonly done: string[] = [];
  questions = 0;
  passes = 0;
  unread: string | undefined;
  isInUse = true;
  /** What there is. */
  readonly stored = new Map<string, KubernetesObject>();
  /** What the mirror shows. */
  shown = new Map<string, KubernetesObject>();
  /** Whether the mirror follows at once. */
  isInTime = true;
  answer: (object: KubernetesObject) => ApiResult<KubernetesObject> | Error | undefined = () => undefined;
  hold: () => Promise<void> = () => Promise.resolve();
  readonly controller = this.#create();
  #version = 1;

  #create(): LayeringController {
    const write = (verb: string) => async (_: unknown, object: KubernetesObject, options?: CallOptions) => {
      this.sent.push(`${verb} ${object.kind} ${object.metadata.name}`);
      this.signals.push(options?.signal);
      await this.hold();
      const answer = this.answer(object);
      if (answer instanceof Error) throw answer;
      return answer ?? this.#store(object);
    };
    const updateStatus = write('status');
    const byName = (verb: string) => async (_: unknown, name: { readonly name: string }) => {
      this.sent.push(`${verb} ${name.name}`);
      return refused(500);
    };
    return new LayeringController({
      client: {
        create: write('create'),
        updateStatus,
        patch: byName('patch'),
        delete: async () => ({ ok: true, value: { state: 'deleted' } }),
      },
      mirror: {
        groups: () => [ownGroup],
        buildGroups: () => [ownGroup],
        configs: () => {
          this.passes += 1;
          return this.#of('MachineOSConfig');
        },
        observed: () => () => ({
          ...nothing,
          jobs: this.#of('Job'),
          builds: this.#of('MachineOSBuild'),
          configMaps: this.#of('ConfigMap'),
        }),
        unread: () => this.unread,
        isInUse: () => this.isInUse,
        shown: (_, { name }) => this.shown.get(name),
      },
      answers: {
        all: () => ({}),
        want: (questions) => {
          this.questions += questions.length;
        },
      },
      deployment: {
        namespace: 'layering',
        builderImage: 'buildah',
        ownImage: 'archipelago',
        serviceAccount: 'layering',
        clusterJobs: 4,
        registries: { caCertificates: undefined, registriesConf: undefined },
      },
      clock: this.clock,
      onDone: ({ kind }) => this.done.push(kind),
      onFinding: (about, { reason }) => this.findings.push(`${about?.metadata.name ?? ''} ${reason}`),
      onProblem: (message) => this.problems.push(message),
    });
  }

  #of(kind: string): readonly KubernetesObject[] {
    return [...this.shown.values()].filter((object) => object.kind === kind);
  }

  #store(object: KubernetesObject): ApiResult<KubernetesObject> {
    this.#version += 1;
    const metadata = { ...object.metadata, resourceVersion: String(this.#version) };
    const stored = { ...object, metadata };
    this.stored.set(object.metadata.name, stored);
    if (this.isInTime) this.show();
    return { ok: true, value: stored };
  }

  add(object: KubernetesObject): void {
    this.stored.set(object.metadata.name, object);
    this.show();
  }

  /** The mirror catches up, and tells. */
  show(): void {
    this.shown = new Map(this.stored);
    this.controller.look();
  }
}

let cluster: Cluster;
let term: AbortController;

beforeEach(() => {
  cluster = new Cluster();
  term = new AbortController();
});

afterEach(() => cluster.controller.stop());

describe('the layering controller', () => {
  it('writes how a config stands once, and rests', async () => {
    cluster.add(config('edge'));
    cluster.controller.follow(term.signal);
    await cluster.clock.advance(60_000);
    expect([cluster.sent, cluster.done]).toEqual([written('edge'), ['create', 'status']]);
    expect(cluster.signals).toEqual([term.signal, term.signal]);
    expect(cluster.problems).toEqual([]);
  });

  it('plans nothing and asks nobody while something is unread, and goes on when all is read', async () => {
    cluster.add(config('edge'));
    cluster.unread = 'jobs.batch could not be read yet';
    cluster.controller.follow(term.signal);
    await cluster.clock.advance(600_000);
    expect([cluster.passes, cluster.sent, cluster.questions]).toEqual([0, [], 0]);
    cluster.unread = undefined;
    cluster.controller.look();
    await cluster.clock.advance(100);
    expect([cluster.sent, cluster.questions > 0]).toEqual([written('edge'), true]);
  });

  it('plans nothing where there is nothing of it', async () => {
    cluster.isInUse = false;
    cluster.controller.follow(term.signal);
    await cluster.clock.advance(600_000);
    expect(cluster.passes).toBe(0);
  });

  it('plans nothing from a mirror that does not show what it wrote, whatever else changes', async () => {
    cluster.isInTime = false;
    cluster.add(config('edge'));
    cluster.controller.follow(term.signal);
    await cluster.clock.advance(0);
    const { passes } = cluster;
    for (let change = 0; change < 20; change += 1) {
      cluster.controller.look();
      await cluster.clock.advance(400);
    }
    expect([cluster.passes, cluster.sent]).toEqual([passes, written('edge')]);
    cluster.show();
    await cluster.clock.advance(1_000);
    expect(cluster.passes).toBeGreaterThan(passes);
    expect(cluster.sent).toEqual(written('edge'));
  });

  it('waits for that no longer than ten seconds', async () => {
    cluster.isInTime = false;
    cluster.add(config('edge'));
    cluster.controller.follow(term.signal);
    await cluster.clock.advance(0);
    cluster.controller.look();
    await cluster.clock.advance(9_900);
    expect(cluster.sent).toHaveLength(2);
    await cluster.clock.advance(300);
    expect(cluster.sent.length).toBeGreaterThan(2);
  });

  it('looks again after an hour at the latest', async () => {
    cluster.add(config('edge'));
    cluster.controller.follow(term.signal);
    await cluster.clock.advance(1_000);
    const { passes } = cluster;
    await cluster.clock.advance(3_600_000);
    expect(cluster.passes).toBeGreaterThan(passes);
  });

  it('looks ten times a second however often it is told', async () => {
    cluster.add(config('edge'));
    cluster.controller.follow(term.signal);
    await cluster.clock.advance(1_000);
    const { passes } = cluster;
    for (let change = 0; change < 1_000; change += 1) {
      cluster.controller.look();
      await cluster.clock.advance(1);
    }
    expect(cluster.passes - passes).toBeGreaterThanOrEqual(9);
    expect(cluster.passes - passes).toBeLessThanOrEqual(11);
  });
});

describe('leadership and layering', () => {
  it('without it nothing is planned', async () => {
    cluster.add(config('edge'));
    await cluster.clock.advance(60_000);
    cluster.controller.follow(AbortSignal.abort());
    cluster.controller.look();
    await cluster.clock.advance(60_000);
    expect([cluster.passes, cluster.sent]).toEqual([0, []]);
  });

  it('that ends ends the plan under way', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) cluster.add(config(name));
    cluster.hold = async () => {
      await Promise.resolve();
      term.abort();
    };
    cluster.controller.follow(term.signal);
    await cluster.clock.advance(60_000);
    // eight are written at the same time
    expect(cluster.sent).toHaveLength(8);
    cluster.controller.look();
    await cluster.clock.advance(60_000);
    expect([cluster.sent.length, cluster.problems]).toEqual([8, []]);
  });

  it('that ends is no problem where a request is given up with it', async () => {
    cluster.add(config('edge'));
    cluster.hold = () => Promise.resolve(term.abort());
    cluster.answer = () => new ApiConnectionError('aborted', 'given up');
    cluster.controller.follow(term.signal);
    await cluster.clock.advance(60_000);
    expect([cluster.sent.length, cluster.problems]).toEqual([1, []]);
  });

  it('that begins anew waits for nothing that was written before', async () => {
    cluster.isInTime = false;
    cluster.add(config('edge'));
    cluster.controller.follow(term.signal);
    await cluster.clock.advance(0);
    expect(cluster.sent).toHaveLength(2);
    term.abort();
    cluster.controller.follow(new AbortController().signal);
    await cluster.clock.advance(200);
    expect(cluster.sent).toHaveLength(4);
  });
});

describe('what layering cannot write', () => {
  it('is told once, and tried again within half a minute', async () => {
    cluster.add(config('edge'));
    cluster.answer = () => refused(403);
    cluster.controller.follow(term.signal);
    await cluster.clock.advance(300_000);
    expect(cluster.findings.filter((finding) => finding.includes('WriteRefused'))).toEqual([
      'edge WriteRefused',
    ]);
    expect(cluster.sent.length).toBeGreaterThan(10);
    expect(cluster.done).toEqual([]);
    cluster.answer = () => undefined;
    await cluster.clock.advance(30_000);
    expect(cluster.done).toEqual(['create', 'status']);
  });

  it('is told again when it was written in between', async () => {
    cluster.add(config('edge'));
    cluster.controller.follow(term.signal);
    for (const answer of [() => refused(403), () => undefined, () => refused(403)]) {
      cluster.answer = answer;
      // somebody takes away what was written
      cluster.stored.clear();
      cluster.add(config('edge'));
      await cluster.clock.advance(60_000);
    }
    expect(cluster.findings.filter((finding) => finding.includes('WriteRefused'))).toHaveLength(2);
  });

  it('because others write it all the time is told when it stays so, twelve times', async () => {
    cluster.add(config('edge'));
    let answers = 0;
    cluster.answer = () => {
      answers += 1;
      return refused(409, 'changed');
    };
    cluster.controller.follow(term.signal);
    while (answers < 11) await cluster.clock.advance(1_000);
    expect(cluster.findings.filter((finding) => finding.includes('WriteRefused'))).toEqual([]);
    while (answers < 12) await cluster.clock.advance(1_000);
    expect(cluster.findings.filter((finding) => finding.includes('WriteRefused'))).toHaveLength(1);
  });

  it('for want of an API server is told, and tried again within half a minute', async () => {
    cluster.add(config('edge'));
    cluster.answer = () => new ApiConnectionError('unreachable', 'connection refused');
    cluster.controller.follow(term.signal);
    await cluster.clock.advance(3_600_000);
    expect(new Set(cluster.problems)).toEqual(new Set(['layering: connection refused']));
    cluster.answer = () => undefined;
    await cluster.clock.advance(30_000);
    expect(cluster.done).toEqual(['create', 'status']);
  });

  it('holds up nothing else', async () => {
    for (const name of ['a', 'b', 'c']) cluster.add(config(name));
    cluster.answer = ({ metadata }) => (/\bb$/.test(metadata.name) ? refused(403) : undefined);
    cluster.controller.follow(term.signal);
    await cluster.clock.advance(0);
    expect(cluster.sent.length).toBeGreaterThanOrEqual(6);
    expect(cluster.done).toEqual(['create', 'create', 'status', 'status']);
  });
});

describe('findings of layering', () => {
  const bad = (resourceVersion: string) => config('edge', resourceVersion, { baseImage: 5 });

  it('are told once while they are found, and again after they were gone', async () => {
    cluster.add(bad('1'));
    cluster.controller.follow(term.signal);
    for (let change = 0; change < 5; change += 1) {
      cluster.controller.look();
      await cluster.clock.advance(1_000);
    }
    expect(cluster.findings).toEqual(['edge InvalidConfig']);
    cluster.add(config('edge', '2'));
    await cluster.clock.advance(1_000);
    cluster.add(bad('90'));
    await cluster.clock.advance(1_000);
    expect(cluster.findings.filter((finding) => finding === 'edge InvalidConfig')).toHaveLength(2);
  });
});

import type { KubernetesObject } from '@archipelago/apimachinery';
import { ApiConnectionError, type Writer } from '@archipelago/kube-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../../test/support/fake-clock.ts';
import type { Finding } from '../../api/finding.ts';
import { Controller } from '../../engine/controller.ts';
import type { Action } from '../../engine/plan/action.ts';
import { ownGroup } from '../../layering/api/layering-names.ts';
import type { ObservedObjects } from '../../layering/build-plan/layering-plan.ts';
import type { LayeringAnswer, LayeringQuestion } from '../../layering/build-plan/layering-question.ts';
import type { BuildsObstacle } from './builds-obstacle.ts';
import { layeringPace } from './layering-pace.ts';
import { LayeringPass, type LayeringPassOptions } from './layering-pass.ts';

const config: KubernetesObject = {
  apiVersion: `${ownGroup}/v1`,
  kind: 'MachineOSConfig',
  metadata: { name: 'edge', uid: 'u', resourceVersion: '1', generation: 1 },
  spec: {
    nodeSelector: { pool: 'edge' },
    baseImage: 'registry.example.com/base/os:10',
    imageBuilder: { imageBuilderType: 'Job' },
    renderedImagePushSecret: { name: 'push' },
    renderedImagePushSpec: 'registry.example.com/os/edge:latest',
  },
};
const node: KubernetesObject = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'a', labels: { pool: 'edge', 'kubernetes.io/arch': 'amd64' } },
  status: {
    nodeInfo: { architecture: 'amd64', operatingSystem: 'linux' },
    conditions: [{ type: 'Ready', status: 'True' }],
  },
};

let clock: FakeClock;
let objects: Map<string, KubernetesObject>;
/** Of what is written and deleted, in order. */
let sent: string[];
let refusal: number | Error | undefined;
/** Of what has this in its name; the rest is taken. */
let refusedName: string;
let unread: string | undefined;
let obstacle: BuildsObstacle | undefined;
let isInUse: boolean;
let answers: Record<string, LayeringAnswer>;
let wanted: LayeringQuestion[];
let problems: string[];
let findings: (readonly [string | undefined, Finding])[];
let done: Action[];
let plans: number;
let version: number;
let leadership: AbortController;
let pass: LayeringPass;
/** The loop, as layering has it. */
let controller: Controller;

const keyOf = (kind: string, name: string) => `${kind}/${name}`;
const listed = (kind: string) => [...objects.values()].filter((object) => object.kind === kind);

function observed(): ObservedObjects {
  return {
    nodes: listed('Node'),
    pools: [],
    machineConfigs: [],
    machineSets: [],
    builds: listed('MachineOSBuild'),
    jobs: listed('Job'),
    pods: [],
    configMaps: listed('ConfigMap'),
    secrets: {},
  };
}

function write(verb: string, object: KubernetesObject) {
  sent.push(`${verb} ${object.kind} ${object.metadata.name}`);
  const said = object.metadata.name.includes(refusedName) ? refusal : undefined;
  if (said instanceof Error) throw said;
  if (said !== undefined)
    return { ok: false, status: { code: said, reason: '', message: `refused ${said}` } } as const;
  version += 1;
  const value = {
    ...object,
    metadata: { uid: `uid-${object.metadata.name}`, ...object.metadata, resourceVersion: String(version) },
  };
  objects.set(keyOf(object.kind, object.metadata.name), value);
  return { ok: true, value } as const;
}

const client: Pick<Writer, 'create' | 'patch' | 'updateStatus' | 'delete'> = {
  create: async (_, object) => write('create', object),
  patch: async ({ kind }, { name }) => write('patch', objects.get(keyOf(kind, name)) ?? config),
  updateStatus: async (_, object) => write('status', object),
  delete: async (_, { name }) => {
    sent.push(`delete ${name}`);
    return { ok: true, value: { state: 'deleted' } };
  },
};

beforeEach(() => {
  clock = new FakeClock();
  objects = new Map([config, node].map((object) => [keyOf(object.kind, object.metadata.name), object]));
  sent = [];
  refusal = undefined;
  refusedName = '';
  unread = undefined;
  obstacle = undefined;
  isInUse = true;
  answers = {};
  wanted = [];
  problems = [];
  findings = [];
  done = [];
  plans = 0;
  version = 1;
  leadership = new AbortController();
  pass = new LayeringPass(settings());
  controller = new Controller({
    name: 'layering',
    clock,
    pace: layeringPace,
    pass: (signal, planned) => pass.run(signal, planned),
    onProblem: (message) => problems.push(message),
  });
});

function settings(): LayeringPassOptions {
  return {
    client: client as Writer,
    mirror: {
      groups: () => [ownGroup],
      buildGroups: () => [ownGroup],
      configs: () => listed('MachineOSConfig'),
      observed: () => observed,
      obstacle: () => obstacle,
      unread: () => unread,
      isInUse: () => isInUse,
      shown: ({ kind }, { name }) => objects.get(keyOf(kind, name)),
    },
    answers: {
      all: () => {
        plans += 1;
        return answers;
      },
      restore: (told) => {
        answers = { ...told, ...answers };
      },
      want: (questions) => {
        wanted = [...questions];
      },
    },
    deployment: {
      namespace: 'layering',
      builderImage: 'builder',
      ownImage: 'own',
      serviceAccount: 'jobs',
      clusterJobs: 4,
      storeLimit: '100Gi',
      registries: { caCertificates: undefined, registriesConf: undefined },
    },
    clock,
    onDone: (action) => done.push(action),
    onFinding: (about, finding) => findings.push([about?.metadata.name, finding]),
    onProblem: (message) => problems.push(message),
  };
}

/** What the registry of the base image said just now. */
const silent = () => ({
  'base registry.example.com/base/os:10 ': {
    askedAt: clock.now(),
    state: 'unavailable',
    message: '503',
  } as const,
});

/** Comes after `edge`. */
function addOther(name = 'other'): void {
  const other = { ...config, metadata: { ...config.metadata, name, uid: name } };
  objects.set(keyOf(config.kind, name), other);
}

/** More than are carried out at the same time. */
function addManyOthers(): void {
  for (let count = 0; count < 10; count += 1) addOther(`other-${count}`);
}

/** Leads, and lets so much time pass. */
async function lead(ms = 0): Promise<void> {
  pass.begin();
  controller.lead(leadership.signal);
  await clock.advance(ms);
}

describe('nothing is planned', () => {
  it('before it leads, and after it has led', async () => {
    controller.look();
    await clock.advance(60_000);
    expect([plans, sent]).toEqual([0, []]);
    await lead();
    expect(plans).toBe(1);
    leadership.abort();
    const before = sent.length;
    controller.look();
    await clock.advance(7_200_000);
    expect([plans, sent.length]).toEqual([1, before]);
  });

  it('while the mirror has not read everything: what is not there might only not be read', async () => {
    unread = 'jobs could not be read yet';
    await lead(60_000);
    expect([plans, sent, wanted]).toEqual([0, [], []]);
    unread = undefined;
    controller.look();
    await clock.advance(100);
    expect(plans).toBe(1);
    expect(wanted.map(({ kind }) => kind)).toEqual(['base']);
  });

  it('while there is no place for builds, which is told once, in the status too, until there is one', async () => {
    const message = 'namespace builds does not exist';
    unread = 'jobs could not be read yet: forbidden';
    obstacle = { reason: 'BuildsNamespaceMissing', message, isAllRead: false };
    await lead(60_000);
    expect([sent, wanted]).toEqual([['status MachineOSConfig edge'], []]);
    expect(objects.get(keyOf('MachineOSConfig', 'edge'))?.status).toMatchObject({
      conditions: [{ type: 'Degraded', status: 'True', reason: 'BuildsNamespaceMissing', message }],
    });
    controller.look();
    await clock.advance(7_200_000);
    expect(sent).toHaveLength(1);
    expect(findings).toEqual([['edge', { level: 'error', reason: 'BuildsNamespaceMissing', message }]]);
    unread = undefined;
    obstacle = undefined;
    controller.look();
    await clock.advance(1_000);
    expect(wanted.map(({ kind }) => kind)).toEqual(['base']);
    expect(JSON.stringify(objects.get(keyOf('MachineOSConfig', 'edge'))?.status)).not.toContain(message);
  });

  it('where nobody has a config', async () => {
    isInUse = false;
    await lead(7_200_000);
    expect(plans).toBe(0);
  });
});

describe('a pass', () => {
  it('asks, writes and tells what was done, and rests until time is up', async () => {
    await lead(1_000);
    expect(wanted).toMatchObject([{ kind: 'base', reference: 'registry.example.com/base/os:10' }]);
    expect(done.map(({ kind, because }) => [kind, because])).toEqual([
      ['create', 'edge is for amd64'],
      ['status', 'what is known about edge'],
    ]);
    const before = plans;
    await clock.advance(3_500_000);
    expect(plans).toBe(before);
    await clock.advance(200_000);
    expect(plans).toBeGreaterThan(before);
    expect(problems).toEqual([]);
  });

  it('begins with what statuses tell of registries, at each beginning of leadership, and only then', async () => {
    const time = (ms: number) => new Date(ms).toISOString().replace('.000', '');
    const base = 'registry.example.com/base/os:10';
    const withRecord = (seconds: number): KubernetesObject => ({
      ...config,
      status: {
        baseImages: [
          {
            reference: base,
            image: `registry.example.com/base/os@sha256:${'0'.repeat(64)}`,
            time: time(1_000 * (Math.floor(clock.now() / 1_000) - seconds)),
            architecture: 'amd64',
          },
        ],
      },
    });
    objects.set(keyOf(config.kind, 'edge'), withRecord(60));
    await lead(1_000);
    expect(Object.keys(answers)).toEqual([`base ${base} `]);
    expect(wanted.map(({ kind }) => kind)).not.toContain('base');
    expect(sent).toContainEqual(expect.stringMatching('create MachineOSBuild'));
    answers = {};
    controller.look();
    await clock.advance(5_000);
    expect(answers).toEqual({});
    expect(wanted.map(({ kind }) => kind)).toContain('base');
    await lead(5_000);
    expect(Object.keys(answers)).toEqual([`base ${base} `]);
  });

  it('comes again when a registry that is silent is to be asked again', async () => {
    answers = silent();
    await lead(20_000);
    const before = plans;
    await clock.advance(9_900);
    expect(plans).toBe(before);
    await clock.advance(200);
    expect(plans).toBe(before + 1);
  });

  it('follows a hundred changes at once, not each of them', async () => {
    await lead(5_000);
    const before = plans;
    for (let change = 0; change < 100; change += 1) controller.look();
    await clock.advance(1_000);
    expect(plans).toBe(before + 1);
    // the last one was long ago
    controller.look();
    await clock.advance(0);
    expect(plans).toBe(before + 2);
    controller.look();
    await clock.advance(99);
    expect(plans).toBe(before + 2);
    await clock.advance(1);
    expect(plans).toBe(before + 3);
  });

  it('tells a finding once while it is found, and again when it comes back', async () => {
    objects.set('Node/odd', {
      ...node,
      metadata: { name: 'odd', labels: { pool: 'edge' } },
      status: { nodeInfo: { architecture: 'riscv64' } },
    });
    await lead(1_000);
    const told = () => findings.filter(([, { reason }]) => reason === 'UnsupportedArchitecture');
    expect(told()).toMatchObject([['edge', { level: 'warning' }]]);
    for (let look = 0; look < 3; look += 1) {
      controller.look();
      await clock.advance(2_000);
    }
    expect(told()).toHaveLength(1);
    const odd = objects.get('Node/odd');
    objects.delete('Node/odd');
    controller.look();
    await clock.advance(2_000);
    if (odd !== undefined) objects.set('Node/odd', odd);
    controller.look();
    await clock.advance(2_000);
    expect(told()).toHaveLength(2);
  });

  it('of a config that was made anew tells its findings anew', async () => {
    objects.set(keyOf(config.kind, 'edge'), { ...config, spec: {} });
    await lead(1_000);
    const count = findings.length;
    expect(findings[0]).toMatchObject(['edge', { reason: 'InvalidConfig' }]);
    objects.set(keyOf(config.kind, 'edge'), {
      ...config,
      spec: {},
      metadata: { ...config.metadata, uid: 'other' },
    });
    controller.look();
    await clock.advance(2_000);
    expect(findings).toHaveLength(2 * count);
  });
});

describe('a config that cannot be planned', () => {
  it('says so in its status, is tried again, and does not hold up the others', async () => {
    addOther();
    const broken = Object.defineProperty({ conditions: [] }, 'architectures', {
      get: () => {
        throw new RangeError('Invalid time value');
      },
    });
    objects.set(keyOf(config.kind, 'edge'), { ...config, status: broken });
    await lead(1);
    const message = 'planning failed, report it as a bug: Invalid time value';
    expect(findings).toEqual([['edge', { level: 'error', reason: 'InternalError', message }]]);
    expect(objects.get('MachineOSConfig/edge')).toMatchObject({
      status: { conditions: [{ type: 'Degraded', status: 'True', reason: 'InternalError', message }] },
    });
    expect([plans, objects.has('ConfigMap/architectures-other')]).toEqual([1, true]);
    const before = plans;
    await clock.advance(31_000);
    expect(plans).toBeGreaterThan(before);
  });
});

describe('a write that is refused', () => {
  const refused = () => findings.filter(([, { reason }]) => reason === 'WriteRefused');

  it('is told at once and once, and tried again within half a minute each time', async () => {
    answers = silent();
    refusal = 403;
    await lead(1);
    expect(refused()).toEqual([
      [
        'edge',
        {
          level: 'error',
          reason: 'WriteRefused',
          message:
            'cannot create ConfigMap layering/architectures-edge: refused 403; correct what is in the way, or let the operator do it',
        },
      ],
    ]);
    await clock.advance(600_000);
    expect(refused()).toHaveLength(1);
    const before = plans;
    await clock.advance(31_000);
    expect(plans).toBeGreaterThan(before);
    refusal = undefined;
    await clock.advance(31_000);
    expect(objects.has('ConfigMap/architectures-edge')).toBe(true);
    // what goes wrong once more is told once more
    objects.delete('ConfigMap/architectures-edge');
    refusal = 403;
    controller.look();
    await clock.advance(12_000);
    expect(refused()).toHaveLength(2);
  });

  it('because it is out of date is looked at again, and told only when it stays so', async () => {
    refusal = 409;
    await lead(1_000);
    expect(refused()).toEqual([]);
    expect(plans).toBeGreaterThan(1);
    await clock.advance(600_000);
    expect(refused()).toHaveLength(1);
  });

  it('is told anew of a config that was gone meanwhile', async () => {
    answers = silent();
    refusal = 403;
    await lead(1);
    objects.delete(keyOf(config.kind, 'edge'));
    controller.look();
    await clock.advance(31_000);
    expect(refused()).toHaveLength(1);
    objects.set(keyOf(config.kind, 'edge'), config);
    controller.look();
    await clock.advance(1_000);
    expect(refused()).toHaveLength(2);
  });

  it('of one config does not hold up the others', async () => {
    addOther();
    refusal = 403;
    await lead(1);
    expect(refused().map(([name]) => name)).toEqual(['edge', 'other']);
    expect(sent).toContain('create ConfigMap architectures-other');
  });

  it.each([
    ['by nobody who is there', new ApiConnectionError('unreachable', 'the server is gone'), []],
    ['by a mistake of ours', new TypeError('a bug'), ['InternalError']],
  ])('%s about one config does not hold up the others, in the same pass', async (_, error, told) => {
    addManyOthers();
    refusal = error;
    refusedName = 'edge';
    await lead(1);
    expect([plans, problems]).toEqual([1, [expect.stringContaining(error.message)]]);
    expect(objects.has('ConfigMap/architectures-other-9')).toBe(true);
    expect(objects.get('MachineOSConfig/other-9')).toHaveProperty('status');
    expect(findings.map(([name, { reason }]) => [name, reason])).toEqual(told.map((one) => ['edge', one]));
    refusal = undefined;
    await clock.advance(31_000);
    expect(objects.has('ConfigMap/architectures-edge')).toBe(true);
  });

  it('by nobody, of all that is sent, is one problem of the pass, and one of the object when it stays so', async () => {
    addOther();
    refusal = new ApiConnectionError('unreachable', 'no answer');
    await lead(1);
    expect(problems).toEqual(['layering: no answer']);
    await clock.advance(600_000);
    expect(refused().map(([name]) => name)).toEqual(['edge', 'other']);
  });

  it('by nobody who is there is tried again, and told as a problem', async () => {
    refusal = new ApiConnectionError('unreachable', 'the server is gone');
    await lead(1);
    expect(problems).toEqual(['layering: the server is gone']);
    refusal = undefined;
    await clock.advance(31_000);
    expect(objects.has('ConfigMap/architectures-edge')).toBe(true);
  });

  it('by a mistake of ours is told as one, and tried again', async () => {
    refusal = new TypeError('a bug');
    await lead(1);
    expect(problems).toEqual([expect.stringMatching(/^layering: TypeError: a bug\n/)]);
    refusal = undefined;
    await clock.advance(600_000);
    expect(objects.has('ConfigMap/architectures-edge')).toBe(true);
  });

  it('when leadership is over is told to nobody', async () => {
    refusal = new ApiConnectionError('aborted', 'aborted');
    const { signal } = leadership;
    controller.lead(signal);
    leadership.abort();
    await clock.advance(60_000);
    expect([problems, sent]).toEqual([[], []]);
  });
});

it('stops for good', async () => {
  await lead(1_000);
  await controller.stop();
  const before = plans;
  controller.look();
  await clock.advance(7_200_000);
  expect([plans, clock.timers]).toEqual([before, 0]);
});

import type { KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import type { Architecture } from '../../../../api/architectures.ts';
import type { ObservedJob } from '../../../../layering/build-plan/observed-job.ts';
import type { ConfigView } from '../../../../layering/view/config-view.ts';
import type { KeptLog } from '../../../../layering/view/kept-log.ts';
import { chooseLogs, type LogWish } from './choose-logs.ts';

const at = (minute: number) => `2026-11-21T10:0${minute}:00Z`;

function job(name: string, minute: number, more: Partial<ObservedJob> = {}): ObservedJob {
  const metadata = { name, creationTimestamp: at(minute) };
  return {
    object: { apiVersion: 'batch/v1', kind: 'Job', metadata },
    name,
    uid: `uid-${name}`,
    role: 'build',
    group: undefined,
    config: 'edge',
    build: 'edge-1',
    architecture: 'arm64',
    keyLabel: undefined,
    repository: undefined,
    attempt: 1,
    deleting: false,
    state: { kind: 'pending' },
    ...more,
  };
}

function pod(name: string, of: string, minute: number): KubernetesObject {
  const labels = { 'batch.kubernetes.io/controller-uid': `uid-${of}` };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, labels, creationTimestamp: at(minute) } };
}

const jobs = [
  job('arm-1', 1),
  job('arm-2', 2, { attempt: 2 }),
  job('amd-1', 1, { architecture: 'amd64' }),
  job('put', 3, { role: 'assemble', architecture: undefined }),
  job('other', 9, { config: 'other' }),
];
const pods = [pod('old', 'arm-2', 2), pod('new', 'arm-2', 3), pod('first', 'arm-1', 1)];

const view = (more: object = {}) => ({ name: 'edge', conditions: [], ...more }) as unknown as ConfigView;

const nothing: LogWish = { architecture: undefined, assembly: false, job: undefined, previous: false };

function choose(wish: Partial<LogWish>, of = view(), there = jobs, kept: readonly KeptLog[] = []) {
  const chosen = chooseLogs({ ...nothing, ...wish }, { view: of, jobs: there, pods, kept });
  return chosen.kind === 'none'
    ? chosen.because
    : chosen.logs.map((log) => `${log.title} ${log.name} ${log.pod?.metadata.name ?? 'none'}`);
}

describe('logs', () => {
  it.each<[Partial<LogWish>, readonly string[]]>([
    [{}, ['amd64 amd-1 none', 'arm64 arm-2 new', 'assembly put none']],
    [{ architecture: 'arm64' }, ['arm64 arm-2 new']],
    [{ architecture: 'arm64', previous: true }, ['arm64 arm-1 first']],
    [{ assembly: true }, ['assembly put none']],
    [{ previous: true }, ['arm64 arm-1 first']],
    [{ job: 'arm-1' }, ['arm64 arm-1 first']],
    [{ job: 'put' }, ['assembly put none']],
  ])('%j are those of %j', (wish, logs) => {
    expect(choose(wish)).toEqual(logs);
  });

  it('of jobs that began in the same second are those of the later attempt', () => {
    const twins = [job('a-2', 1, { attempt: 2 }), job('a-1', 1)];
    expect(choose({}, view(), twins)).toEqual(['arm64 a-2 none']);
    expect(choose({}, view(), [...twins].reverse())).toEqual(['arm64 a-2 none']);
  });

  it('are those that were kept, too, where their job is gone', () => {
    const kept = (jobName: string, uid: string, minute: number, more: Partial<KeptLog> = {}): KeptLog => ({
      job: { name: jobName, uid },
      jobMade: at(minute),
      config: 'edge',
      architecture: 'arm64',
      attempt: 1,
      container: 'build',
      text: '',
      ...more,
    });
    const logs = [
      kept('arm-2', 'uid-arm-2', 2),
      kept('arm-0', 'uid-arm-0', 0),
      kept('gone-put', 'uid-gone-put', 4, { architecture: undefined }),
      kept('foreign', 'uid-foreign', 5, { config: 'other' }),
    ];
    const there = jobs.filter(({ name }) => name !== 'arm-1');
    expect(choose({}, view(), there, logs)).toEqual([
      'amd64 amd-1 none',
      'arm64 arm-2 new',
      'assembly gone-put none',
    ]);
    expect(choose({ architecture: 'arm64', previous: true }, view(), there, logs)).toEqual([
      'arm64 arm-0 none',
    ]);
    expect(choose({ job: 'arm-0' }, view(), there, logs)).toEqual(['arm64 arm-0 none']);
    const chosen = chooseLogs({ ...nothing, job: 'arm-2' }, { view: view(), jobs: there, pods, kept: logs });
    expect(chosen).toMatchObject({ logs: [{ kept: { job: { uid: 'uid-arm-2' } } }] });
  });

  it.each<[Partial<LogWish>, string]>([
    [{ job: 'other' }, 'there is no job other of the config; there are put, arm-2, arm-1, amd-1'],
    [{ job: 'x'.repeat(200) }, `there is no job ${'x'.repeat(80)} of the config; there are`],
    [{ architecture: 'amd64', previous: true }, 'there is no job before the newest for amd64'],
    [{ assembly: true, previous: true }, 'there is no job before the newest for assembly'],
  ])('%j are not there: %s', (wish, because) => {
    expect(choose(wish)).toContain(because);
  });

  const platform = (architecture: Architecture, state: string, more: object = {}) => ({
    architecture,
    state,
    ...more,
  });
  const built = (message?: string) =>
    view({
      build: {
        name: 'edge-1',
        phase: 'Failed',
        ...(message === undefined ? {} : { message }),
        platforms: [
          platform('amd64', 'Reused', { reusedFrom: 'edge-0' }),
          platform('arm64', 'WaitingForNode', { message: 'no node' }),
        ],
      },
    });

  it.each<[Partial<LogWish>, ConfigView, string]>([
    [{}, view(), 'there is no build yet'],
    [
      {},
      view({ conditions: [{ message: 'paused' }, { message: '' }, { message: 'odd' }] }),
      'there is no build yet: paused; odd',
    ],
    [{}, built(), 'there is no job: edge-1 is Failed'],
    [{}, built('it broke'), 'there is no job: edge-1 is Failed: it broke'],
    [{ assembly: true }, built(), 'there is no job for assembly: edge-1 is Failed'],
    [{ previous: true }, built(), 'there is no job: edge-1 is Failed'],
    [
      { architecture: 'amd64' },
      built(),
      'there is no job for amd64: edge-1 is Failed, amd64 is Reused from edge-0',
    ],
    [
      { architecture: 'arm64' },
      built(),
      'there is no job for arm64: edge-1 is Failed, arm64 is WaitingForNode: no node',
    ],
    [
      { architecture: 's390x' },
      built(),
      'there is no job for s390x: edge-1 is Failed, and is for amd64, arm64',
    ],
    [{ job: 'x' }, built(), 'there is no job x of the config; there are none'],
  ])('%j are not there, and why', (wish, of, because) => {
    expect(choose(wish, of, [])).toBe(because);
  });
});

import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { machineConfigGroup, names, ownGroup } from '../api/layering-names.ts';
import { finalExitCodes, isActive, isOfBuild, isOfConfig, type JobState, readJobs } from './observed-job.ts';

const at = '2026-11-21T10:00:00Z';
const ms = Date.parse(at);

function job(status: JsonObject, metadata: object = {}): KubernetesObject {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: 'b-edge',
      uid: 'u',
      labels: {
        [names.component]: 'build',
        [names.build]: 'edge-1',
        [names.architecture]: 'arm64',
        [names.key]: 'k',
        [names.attempt]: '2',
      },
      annotations: { [names.configName]: 'edge', [names.repository]: 'r' },
      ownerReferences: [
        { apiVersion: 'example.com/v1', kind: 'x', name: 'x', uid: 'x' },
        { apiVersion: `${ownGroup}/v1`, kind: 'MachineOSBuild', name: 'edge-1', uid: 'b', controller: true },
      ],
      ...metadata,
    },
    status,
  };
}

function pod(status: JsonObject, spec: JsonObject = {}, uid = 'u'): KubernetesObject {
  const labels = { 'batch.kubernetes.io/controller-uid': uid };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', labels }, spec, status };
}

const conditions = (type: string, more: JsonObject = {}): JsonObject => ({
  conditions: [{ type, status: 'True', lastTransitionTime: at, ...more }],
});
const ended = (name: string, exitCode: number, message?: string): JsonObject => ({
  name,
  state: { terminated: { exitCode, ...(message === undefined ? {} : { message }) } },
});

function stateOf(status: JsonObject, pods: readonly KubernetesObject[] = []): JobState | undefined {
  return readJobs([job(status)], pods)[0]?.state;
}

describe('how far a job is', () => {
  const unschedulable = (more: JsonObject = {}): JsonObject => ({
    phase: 'Pending',
    conditions: [
      { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', lastTransitionTime: at, ...more },
    ],
  });

  test.each<[string, JsonObject, readonly KubernetesObject[], JobState]>([
    ['no pod', {}, [], { kind: 'pending' }],
    [
      'the pod of another job',
      {},
      [pod({ phase: 'Running' }, { nodeName: 'n' }, 'other')],
      { kind: 'pending' },
    ],
    ['a pod without a node', {}, [pod({ phase: 'Pending' })], { kind: 'pending' }],
    ['a pod on a node', {}, [pod({ phase: 'Pending' }, { nodeName: 'n' })], { kind: 'running', node: 'n' }],
    ['a pod that runs', {}, [pod({ phase: 'Running' }, { nodeName: 'n' })], { kind: 'running', node: 'n' }],
    [
      'a pod that has failed, and the next one',
      {},
      [pod({ phase: 'Failed' }, { nodeName: 'old' }), pod({ phase: 'Running' }, { nodeName: 'n' })],
      { kind: 'running', node: 'n' },
    ],
    ['a pod that has ended', {}, [pod({ phase: 'Failed' }, { nodeName: 'old' })], { kind: 'pending' }],
    [
      'a pod that no node takes',
      {},
      [pod(unschedulable({ message: '0/3 nodes' }))],
      { kind: 'unschedulable', since: ms, message: '0/3 nodes' },
    ],
    [
      'a pod that no node takes, without a word',
      {},
      [pod(unschedulable())],
      { kind: 'unschedulable', since: ms, message: 'no node takes the pod' },
    ],
    [
      'a pod that waits for something else',
      {},
      [pod(unschedulable({ reason: 'SchedulingGated' }))],
      { kind: 'pending' },
    ],
    ['a pod that was scheduled', {}, [pod(unschedulable({ status: 'True' }))], { kind: 'pending' }],
    ['its completion', conditions('Complete'), [], { kind: 'complete', at: ms }],
    ['a condition that is not so', conditions('Complete', { status: 'False' }), [], { kind: 'pending' }],
    ['a failure that is not so', conditions('Failed', { status: 'Unknown' }), [], { kind: 'pending' }],
  ])('by %s', (_, status, pods, state) => {
    expect(stateOf(status, pods)).toEqual(state);
  });
});

describe('how a job has failed', () => {
  const failure = (more: object) => ({
    kind: 'failed',
    at: ms,
    container: undefined,
    exitCode: undefined,
    final: false,
    ...more,
  });
  const init = (...list: readonly JsonObject[]) => pod({ phase: 'Failed', initContainerStatuses: [...list] });

  test.each<[string, JsonObject, readonly KubernetesObject[], object]>([
    ['without a word', {}, [], { message: 'failed' }],
    ['with a reason', { reason: 'DeadlineExceeded' }, [], { message: 'DeadlineExceeded' }],
    [
      'with words',
      { reason: 'BackoffLimitExceeded', message: 'reached' },
      [],
      { message: 'BackoffLimitExceeded: reached' },
    ],
    [
      'in a container',
      { reason: 'BackoffLimitExceeded' },
      [init(ended('build', 1, ' no space \n'))],
      { container: 'build', exitCode: 1, message: 'build ended with exit code 1: no space' },
    ],
    [
      'in a container, in both words',
      { reason: 'R', message: 'of the job' },
      [init(ended('build', 1, 'of the log'))],
      { container: 'build', exitCode: 1, message: 'build ended with exit code 1: of the log; R: of the job' },
    ],
    [
      'while it reported',
      {},
      [
        pod({
          phase: 'Failed',
          initContainerStatuses: [ended('build', 0)],
          containerStatuses: [ended('report', 3)],
        }),
      ],
      { container: 'report', exitCode: 3, message: 'report ended with exit code 3' },
    ],
    ['by no container', {}, [init(ended('build', 0))], { message: 'failed' }],
    [
      'in the last of its pods',
      {},
      [init(ended('build', 137)), init(ended('build', 1))],
      { container: 'build', exitCode: 1, message: 'build ended with exit code 1' },
    ],
    [
      'for good by its policy',
      { reason: 'PodFailurePolicy' },
      [],
      { final: true, message: 'PodFailurePolicy' },
    ],
    [
      'for good by its code',
      {},
      [init(ended('fetch', 65))],
      { container: 'fetch', exitCode: 65, final: true, message: 'fetch ended with exit code 65' },
    ],
    [
      'with a code that is none of these',
      {},
      [init(ended('fetch', 64))],
      { container: 'fetch', exitCode: 64, message: 'fetch ended with exit code 64' },
    ],
    [
      'not for good by a code that a Containerfile chose',
      {},
      [init(ended('build', 65))],
      { container: 'build', exitCode: 65, message: 'build ended with exit code 65' },
    ],
  ])('%s', (_, condition, pods, state) => {
    expect(stateOf(conditions('Failed', condition), pods)).toEqual(failure(state));
  });

  test('is told by one line, the last that says why, with control characters as escapes', () => {
    const said = `${'x'.repeat(900)}\n\x1b[2J\u009b\u202eno space\nexit status 1\n`;
    const state = stateOf(conditions('Failed'), [init(ended('build', 1, said))]);
    expect(state).toMatchObject({
      message: 'build ended with exit code 1: \\u001b[2J\\u009b\\u202eno space',
    });
    expect(finalExitCodes).toEqual([65, 66]);
  });
});

describe('what is read of a job', () => {
  test('is what it is for, and whose', () => {
    const [read] = readJobs([job({})], []);
    expect(read).toEqual({
      object: job({}),
      name: 'b-edge',
      uid: 'u',
      role: 'build',
      group: ownGroup,
      config: 'edge',
      build: 'edge-1',
      architecture: 'arm64',
      keyLabel: 'k',
      repository: 'r',
      attempt: 2,
      deleting: false,
      state: { kind: 'pending' },
    });
  });

  test('are jobs of ours only, by their attempts', () => {
    const labelled = (labels: Record<string, string>, more: object = {}) => job({}, { labels, ...more });
    const list = [
      labelled({ [names.component]: 'build', [names.attempt]: '10' }),
      labelled({ [names.component]: 'assemble', [names.attempt]: 'x' }),
      labelled({ [names.component]: 'source' }),
      labelled({}),
      labelled(
        { [names.component]: 'build', [names.attempt]: '9' },
        { deletionTimestamp: at, ownerReferences: [] },
      ),
    ];
    expect(
      readJobs(list, []).map(({ role, attempt, deleting, group }) => [role, attempt, deleting, group]),
    ).toEqual([
      ['assemble', 1, false, ownGroup],
      ['build', 9, true, undefined],
      ['build', 10, false, ownGroup],
    ]);
  });

  test('follows the pods, which come later', () => {
    const jobs = [job({})];
    const pods = [pod({ phase: 'Running' }, { nodeName: 'n' })];
    expect(readJobs(jobs, [])[0]?.state.kind).toBe('pending');
    expect(readJobs(jobs, pods)[0]?.state.kind).toBe('running');
    expect(readJobs(jobs, pods)).toBe(readJobs(jobs, pods));
  });

  test.each<[JsonObject, object, boolean]>([
    [{}, {}, true],
    [{}, { deletionTimestamp: at }, false],
    [conditions('Complete'), {}, false],
    [conditions('Failed'), {}, false],
  ])('it is under way: %j %j: %s', (status, metadata, is) => {
    expect(readJobs([job(status, metadata)], []).map(isActive)).toEqual([is]);
  });

  test('it is of a config and a build of its own group', () => {
    const [read] = readJobs([job({})], []);
    if (read === undefined) throw new Error('not read');
    const build = (group: string, name: string) => ({
      object: { ...job({}), apiVersion: `${group}/v1` },
      name,
    });
    expect(isOfBuild(read, build(ownGroup, 'edge-1'))).toBe(true);
    expect(isOfBuild(read, build(machineConfigGroup, 'edge-1'))).toBe(false);
    expect(isOfBuild(read, build(ownGroup, 'edge-2'))).toBe(false);
    expect(isOfConfig(read, { group: ownGroup, name: 'edge' })).toBe(true);
    expect(isOfConfig(read, { group: machineConfigGroup, name: 'edge' })).toBe(false);
    expect(isOfConfig(read, { group: ownGroup, name: 'other' })).toBe(false);
  });
});

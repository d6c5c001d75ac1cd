import type { KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { expect, test } from 'vitest';
import { FakeClock } from '../../../../../../test/support/fake-clock.ts';
import { onlyBuilds } from './only-builds.ts';
import type { RunPod } from './run-pod.ts';

const apiVersion = 'layering.archipelago.dev/v1';
const build = { apiVersion, kind: 'MachineOSBuild', metadata: { name: 'b', uid: 'build' } };
const owner = { apiVersion, kind: 'MachineOSBuild', name: 'b', uid: 'build', controller: true };
const job: KubernetesObject = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'j', uid: 'job', ownerReferences: [owner] },
  spec: { template: { metadata: { labels: { of: 'job' } }, spec: { containers: [{ name: 'build' }] } } },
};
const forged = { ...job, metadata: { ...job.metadata, uid: 'forged' } };
const pod: KubernetesObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', uid: 'pod', labels: { of: 'somebody' }, annotations: { own: 'x' } },
  spec: { nodeName: 'n', hostNetwork: true, containers: [{ name: 'somebody' }] },
};

interface Given {
  readonly created?: readonly KubernetesObject[];
  readonly live?: KubernetesObject;
}

/** What becomes of a job's pod, and the pod that is run. */
async function outcome(of: KubernetesObject, { created = [build, job], live = build }: Given = {}) {
  const ran: KubernetesObject[] = [];
  const run: RunPod = async (given) => {
    ran.push(given);
    return { exitCode: 0, log: '' };
  };
  const get = async () => ({ ok: true, value: live });
  const clock = new FakeClock();
  const guarded = onlyBuilds({
    client: { get } as unknown as KubernetesClient,
    created: (uid) => created.find(({ metadata }) => metadata.uid === uid),
    run,
    clock,
  });
  const done = guarded(pod, of, new AbortController().signal, {
    write: () => undefined,
    end: () => undefined,
  });
  await clock.advance(3_000);
  return { outcome: await done, ran };
}

test('the operator’s own job is run as the operator wrote it, on the pod’s node', async () => {
  const { ran } = await outcome(job);
  expect(ran).toEqual([
    {
      ...pod,
      metadata: { name: 'p', uid: 'pod', labels: { of: 'job' }, annotations: {} },
      spec: { nodeName: 'n', containers: [{ name: 'build' }] },
    },
  ]);
});

const ownerless = { ...job, metadata: { name: 'j', uid: 'job' } };
const ofPod = { ...job, metadata: { ...job.metadata, ownerReferences: [{ ...owner, kind: 'ReplicaSet' }] } };
const notController = {
  ...job,
  metadata: { ...job.metadata, ownerReferences: [{ ...owner, controller: false }] },
};

test.each<[string, KubernetesObject, Given]>([
  ['somebody’s job with the build as its owner', forged, {}],
  ['somebody’s job without an owner', { ...ownerless, metadata: { name: 'x', uid: 'x' } }, {}],
  ['a job of the operator for no build', ownerless, { created: [build, ownerless] }],
  ['a job of another kind of owner', ofPod, { created: [build, ofPod] }],
  ['a job that the build only has a part in', notController, { created: [build, notController] }],
  ['a job of a build that somebody else has made', job, { created: [job] }],
  [
    'a job of a build that is gone, another one has its name',
    job,
    { live: { ...build, metadata: { name: 'b', uid: 'other' } } },
  ],
])('%s is not run, and says so', async (_, of, given) => {
  const { outcome: said, ran } = await outcome(of, given);
  expect(ran).toEqual([]);
  expect(said).toEqual({ notSimulated: expect.stringMatching(/none that the operator made|is gone/) });
});

import { type KubernetesObject, objectAt } from '@archipelago/apimachinery';
import type { ApiResult, Writer } from '@archipelago/kube-client';
import { describe, expect, it } from 'vitest';
import { standardInputs } from '../cluster-facts/standard-cluster.ts';
import { configure } from '../config/configure.ts';
import { desire } from '../config/desire.ts';
import type { Operand } from '../config/framework/operand.ts';
import { cdi } from '../config/operands/cdi/cdi.ts';
import { kubevirt } from '../config/operands/kubevirt/kubevirt.ts';
import { operands } from '../config/operands.ts';
import { identities } from '../reconcile/desired-objects.ts';
import type { Live } from '../reconcile/live.ts';
import { OperandsPass } from './operands-pass.ts';

const namespace = 'kubevirt-hyperconverged';
const object = {
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: { name: 'kubevirt-hyperconverged', namespace, uid: 'u' },
};
const owner = { name: 'kubevirt-hyperconverged', namespace, uid: 'u' };
const configuration = { written: {}, spec: {}, annotations: {} };
const desired = desire(configure(configuration, standardInputs), owner);
const { signal } = new AbortController();

const gone: Live = { state: 'absent' };
const unread: Live = { state: 'unknown' };
const forbidden: Live = { state: 'forbidden', message: 'User "operator" cannot list' };
const notServed: Live = { state: 'notServed', definition: 'd', lack: 'is being deleted', remains: true };

function present(operand: Operand): Live {
  const found = identities(owner, desired).find((one) => one.operand === operand);
  const stored = {
    ...found?.manifest,
    metadata: { ...objectAt(found?.manifest, 'metadata'), uid: 'u', resourceVersion: '1' },
  };
  return { state: 'present', object: stored, foreignWriters: [] };
}

/** A pass over a cluster in which nothing of ours is but what is named; a server that answers writes with that code. */
function start(known: ReadonlyMap<Operand, Live>, code?: number) {
  const sent: string[] = [];
  const refusal = { ok: false, status: { code: code ?? 0, reason: '', message: 'no' } } as const;
  const answered = (verb: string, written: KubernetesObject): ApiResult<KubernetesObject> => {
    sent.push(`${verb} ${written.kind}`);
    return code === undefined ? { ok: true, value: written } : refusal;
  };
  const client = {
    create: async (_, created) => answered('create', created),
    delete: async ({ kind }) => {
      sent.push(`delete ${kind}`);
      return code === undefined ? { ok: true, value: { state: 'deleted' } } : refusal;
    },
  } as Partial<Writer> as Writer;
  const pass = new OperandsPass({
    client,
    mirror: {
      operand: (operand) => known.get(operand) ?? gone,
      edition: () => '',
      defaulting: () => (content) => content,
    },
    namespace,
    grants: { fix: 'grant it', soon: (because) => ({ outcome: 'retry', because, withinMs: 1 }) },
    recorder: { record: () => undefined },
    metrics: { add: () => undefined },
    onEvent: () => undefined,
  });
  return { pass, sent };
}

describe('a pass over the operands', () => {
  it('makes what is missing, and need not be tried again', async () => {
    const { pass, sent } = start(new Map());
    expect(await pass.bringAbout(object, desired, signal)).toMatchObject({ failures: [], again: undefined });
    expect([...sent].sort()).toEqual(desired.operands.map(({ operand }) => `create ${operand.kind}`).sort());
  });

  it.each<[string, Live, readonly object[], object | undefined]>([
    [
      'is not read',
      unread,
      [],
      { outcome: 'retry', because: expect.stringMatching(/^KubeVirt\/.*: it has not been read$/) },
    ],
    ['may not be read', forbidden, [{ kind: 'forbidden', fix: 'grant it', unseen: 'KubeVirt' }], undefined],
    ['has no kind', notServed, [{ kind: 'notServed', definition: 'd' }], undefined],
  ])('goes on with the others where one %s', async (_, live, failures, again) => {
    const { pass, sent } = start(new Map([[kubevirt, live]]));
    expect(await pass.bringAbout(object, desired, signal)).toMatchObject({ failures, again });
    expect(sent).toHaveLength(desired.operands.length - 1);
  });

  it.each([
    [409, [], 'cannot create KubeVirt kubevirt-hyperconverged/kubevirt-kubevirt-hyperconverged: no'],
    [
      422,
      [{ kind: 'failed' }],
      'cannot create KubeVirt kubevirt-hyperconverged/kubevirt-kubevirt-hyperconverged: no',
    ],
  ])('is made again after %i', async (code, failures, because) => {
    const rest = operands.filter((operand) => operand !== kubevirt);
    const { pass } = start(new Map(rest.map((operand) => [operand, forbidden])), code);
    const effects = await pass.bringAbout(object, desired, signal);
    expect(effects.failures.filter(({ kind }) => kind !== 'forbidden')).toMatchObject(failures);
    expect(effects.again).toEqual({ outcome: 'retry', because });
  });
});

describe('a step of an uninstallation', () => {
  const removal = async (pass: OperandsPass) => {
    const choices = { wanted: [], strategy: 'BlockUninstallIfWorkloadsExist' } as const;
    const plan = pass.planRemoval(object, desired, choices);
    return plan && (await pass.remove(object, plan, [], signal));
  };

  it('is none where nothing is left', async () => {
    expect(await removal(start(new Map()).pass)).toBeUndefined();
  });

  it('deletes what is there', async () => {
    const { pass, sent } = start(new Map([[cdi, present(cdi)]]));
    expect(await removal(pass)).toMatchObject({
      done: [{ verdict: { verdict: 'removed' } }],
      failures: [],
      again: undefined,
    });
    expect(sent).toEqual(['delete CDI']);
  });

  it.each<[string, Live, readonly object[], object | undefined]>([
    // it is missed by nobody
    ['goes with its kind', notServed, [], undefined],
    ['may not be read', forbidden, [{ kind: 'forbidden', unseen: 'KubeVirt' }], undefined],
    ['is not read', unread, [], { outcome: 'retry' }],
  ])('waits for one that %s', async (_, live, failures, again) => {
    const { pass, sent } = start(
      new Map<Operand, Live>([
        [kubevirt, live],
        [cdi, present(cdi)],
      ]),
    );
    const effects = await removal(pass);
    expect([effects?.done, sent]).toEqual([[], []]);
    expect(effects?.failures).toMatchObject(failures);
    if (again === undefined) expect(effects?.again).toBeUndefined();
    else expect(effects?.again).toMatchObject(again);
  });
});

import type { KubernetesObject } from '@archipelago/apimachinery';
import { ApiConnectionError, type Writer } from '@archipelago/kube-client';
import { describe, expect, it } from 'vitest';
import { cdi } from '../config/operands/cdi/cdi.ts';
import { kubevirt } from '../config/operands/kubevirt/kubevirt.ts';
import type { Rendered } from '../config/render.ts';
import type { Action } from '../engine/plan/action.ts';
import type { OperandPlan } from '../reconcile/operand-plan.ts';
import { remember } from '../reconcile/remember.ts';
import { OperandWork } from './operand-work.ts';

const manifest = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'KubeVirt',
  metadata: { namespace: 'here', name: 'kv' },
};
const rendered: Rendered = { operand: kubevirt, manifest, causes: [] };
const answer = { ...manifest, metadata: { ...manifest.metadata, uid: 'u', resourceVersion: '7' } };
const key = 'KubeVirt/here/kv';
const create: Action = { kind: 'create', because: 'it is missing', object: manifest };
const seen = { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', namespace: 'here', name: 'kv', uid: 'u' };
const remove: Action = { kind: 'delete', because: 'nobody wants it', object: seen, precondition: 'uid' };
const nothing: OperandPlan = { actions: [], findings: [], questions: [], wakeAt: undefined, learned: [] };
const { signal } = new AbortController();

function start(created: KubernetesObject | Error = answer) {
  const told: string[] = [];
  const client = {
    create: async () => {
      if (created instanceof Error) throw created;
      return { ok: true, value: created };
    },
    delete: async () => ({ ok: true, value: { state: 'deleted' } }),
  } as Partial<Writer> as Writer;
  const work = new OperandWork({
    client,
    mirror: { edition: () => '', defaulting: () => (object) => object },
    recorder: { record: ({ message }) => told.push(message) },
    metrics: { add: () => undefined },
    onEvent: () => undefined,
  });
  const carryOut = (plan: Partial<OperandPlan>) =>
    work.carryOut({ ...nothing, ...plan }, { about: manifest, upgrading: false, wanted: [rendered] }, signal);
  return { work, told, carryOut };
}

describe('carrying out a plan of operands', () => {
  it('remembers what the server made of what was written, until it is gone', async () => {
    const { work, told, carryOut } = start();
    await carryOut({ actions: [create] });
    const remembered = remember(rendered, answer, (object) => object);
    expect(work.lessons.remembered(key)).toEqual(remembered);
    await carryOut({ actions: [remove] });
    expect(work.lessons.remembered(key)).toBeUndefined();
    expect(told).toEqual(['Created KubeVirt kv', 'Removed KubeVirt kv']);
  });

  it('remembers what the plan has learned', async () => {
    const { work, carryOut } = start();
    const remembered = { uid: 'u', wanted: { is: 'w' }, answered: { is: 'a' } };
    await carryOut({ learned: [{ operand: kubevirt, object: key, remembered }] });
    expect(work.lessons.remembered(key)).toEqual(remembered);
  });

  it('throws what one of them threw, when what was done is told', async () => {
    const { told, carryOut } = start(new ApiConnectionError('unreachable', 'connection reset'));
    const object = { apiVersion: `${cdi.group}/${cdi.version}`, kind: 'CDI', name: 'cdi', uid: 'u' };
    await expect(carryOut({ actions: [create, { ...remove, object }] })).rejects.toThrow('connection reset');
    expect(told).toEqual(['Removed CDI cdi']);
  });
});

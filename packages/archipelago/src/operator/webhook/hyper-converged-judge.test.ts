import type { JsonObject } from '@archipelago/apimachinery';
import type { ObjectName, Resource } from '@archipelago/kube-client';
import { expect, test } from 'vitest';
import { desiredOf, hyperConverged, inputsOf } from '../../config/admission.test-support.ts';
import { deriveFacts } from '../../config/derive-facts.ts';
import type { Operand } from '../../config/framework/operand.ts';
import { cdi } from '../../config/operands/cdi/cdi.ts';
import { kubevirt } from '../../config/operands/kubevirt/kubevirt.ts';
import { networkAddonsConfig } from '../../config/operands/network-addons-config/network-addons-config.ts';
import type { Live } from '../../reconcile/live.ts';
import { HyperConvergedJudge } from './hyper-converged-judge.ts';

const owner = { namespace: 'kubevirt-hyperconverged', uid: 'uid' };

/** A cluster whose operands are as a HyperConverged with nothing in it wants them, and answers when it is told to. */
function startCluster() {
  const versions = new Map<string, string>();
  const live = new Map<Operand, JsonObject>(
    desiredOf({ metadata: owner }).operands.map(({ operand, manifest }) => [operand, manifest]),
  );
  const asked: { kind: string; answer: () => void }[] = [];
  const inputs = inputsOf({});
  const judge = new HyperConvergedJudge({
    client: {
      patch: async ({ kind, group, version }: Resource, { name }: ObjectName) => {
        await new Promise<void>((answer) => asked.push({ kind, answer }));
        return { ok: true, value: { apiVersion: `${group}/${version}`, kind, metadata: { name } } };
      },
      delete: () => Promise.reject(new Error('nobody deletes')),
      listPageOf: () => Promise.reject(new Error('nobody lists')),
    },
    mirror: {
      unread: () => undefined,
      isServed: () => true,
      defaulting: () => (object) => object,
      operand: (operand): Live => {
        const object = live.get(operand);
        if (object === undefined) return { state: 'absent' };
        const metadata = {
          ...(object.metadata as JsonObject),
          resourceVersion: versions.get(operand.kind) ?? '1',
        };
        return { state: 'present', object: { ...object, metadata }, foreignWriters: [] };
      },
    },
    inputsFor: () => ({ ...inputs, facts: deriveFacts(inputs.facts, undefined) }),
    namespace: owner.namespace,
  });
  const update = (cpuModel: string) =>
    judge.judge({
      uid: cpuModel,
      operation: 'update',
      object: hyperConverged({ metadata: owner, spec: { defaultCPUModel: cpuModel } }),
      oldObject: hyperConverged({ metadata: owner }),
    });
  return { asked, versions, update };
}

const kinds = (asked: readonly { kind: string }[]) => asked.map(({ kind }) => kind).sort();
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

test('edits at the same time ask once what an operand says to staying as it is, and each of them of its own change', async () => {
  const { asked, versions, update } = startCluster();
  const answers = ['a', 'b', 'c'].map(update);
  await turn();
  const unchanged = [cdi.kind, networkAddonsConfig.kind];
  expect(kinds(asked)).toEqual([...unchanged, kubevirt.kind, kubevirt.kind, kubevirt.kind].sort());
  versions.set(cdi.kind, '2');
  answers.push(update('d'));
  await turn();
  expect(kinds(asked.slice(5))).toEqual([cdi.kind, kubevirt.kind]);
  for (const { answer } of asked.splice(0)) answer();
  expect(await Promise.all(answers)).toEqual(answers.map(() => ({ allowed: true, warnings: [] })));
  const later = update('e');
  await turn();
  expect(kinds(asked)).toEqual([...unchanged, kubevirt.kind].sort());
  for (const { answer } of asked) answer();
  await later;
});

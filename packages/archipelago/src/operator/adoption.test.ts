import { type JsonObject, systemClock } from '@archipelago/apimachinery';
import { expect, it } from 'vitest';
import { standardInputs } from '../cluster-facts/standard-cluster.ts';
import { deriveFacts } from '../config/derive-facts.ts';
import { Adoption } from './adoption.ts';
import { HyperConvergedRefusal } from './hyper-converged-refusal.ts';

const inputs = { ...standardInputs, facts: deriveFacts(standardInputs.facts, undefined) };
const stored: JsonObject = {
  metadata: { name: 'kubevirt-hyperconverged', resourceVersion: '1' },
  spec: {},
  status: { conditions: [] },
};

function adopting(code: number) {
  let now = 0;
  let asked = 0;
  const writer = {
    adopt: async (): Promise<JsonObject> => {
      asked += 1;
      throw new HyperConvergedRefusal('complete', { code, reason: '', message: 'spec.x: Invalid value' });
    },
    report: async () => stored,
    ownsDefaults: () => false,
  };
  const adoption = new Adoption(writer, { ...systemClock, monotonic: () => now });
  return {
    adopt: () => adoption.adopt(stored, inputs, new AbortController().signal),
    pass: (ms: number) => {
      now += ms;
    },
    asked: () => asked,
  };
}

it('goes on with what would have been stored where the server does not take it, and asks seldom', async () => {
  const { adopt, pass, asked } = adopting(422);
  const { object, refusal } = await adopt();
  expect(refusal?.message).toBe('cannot complete the HyperConverged: spec.x: Invalid value');
  expect(object).toMatchObject({
    metadata: { resourceVersion: '1', finalizers: ['kubevirt.io/hyperconverged'] },
    spec: { evictionStrategy: 'LiveMigrate' },
  });
  await adopt();
  pass(29_000);
  expect((await adopt()).refusal).toBe(refusal);
  expect(asked()).toBe(1);
  pass(2_000);
  await adopt();
  expect(asked()).toBe(2);
});

it('leaves what passes by itself to the queue', async () => {
  for (const code of [409, 429, 500]) await expect(adopting(code).adopt()).rejects.toThrow('cannot complete');
});

it('goes on without a status where none may be written', async () => {
  const bare: JsonObject = { metadata: { name: 'kubevirt-hyperconverged', resourceVersion: '1' }, spec: {} };
  const writer = {
    adopt: async () => bare,
    ownsDefaults: () => false,
    report: async (): Promise<JsonObject> => {
      throw new HyperConvergedRefusal('report', { code: 403, reason: 'Forbidden', message: 'no status' });
    },
  };
  const { object, refusal } = await new Adoption(writer, systemClock).adopt(
    bare,
    inputs,
    new AbortController().signal,
  );
  expect(object).toBe(bare);
  expect(refusal?.status.code).toBe(403);
});

it('gives up what a process that ended between its two writes still owns', async () => {
  const whole: JsonObject = {
    metadata: {
      name: 'kubevirt-hyperconverged',
      resourceVersion: '1',
      labels: { app: 'kubevirt-hyperconverged' },
      finalizers: ['kubevirt.io/hyperconverged'],
    },
    spec: { evictionStrategy: 'None' },
    status: { conditions: [] },
  };
  const sent: JsonObject[] = [];
  const adoptingOf = (owns: boolean) =>
    new Adoption(
      {
        adopt: async (patch) => {
          sent.push(patch);
          return whole;
        },
        report: async () => whole,
        ownsDefaults: () => owns,
      },
      systemClock,
    );
  const { signal } = new AbortController();
  await adoptingOf(false).adopt(whole, inputs, signal);
  expect(sent).toEqual([]);
  await adoptingOf(true).adopt(whole, inputs, signal);
  expect(sent).toEqual([{ metadata: {} }]);
});

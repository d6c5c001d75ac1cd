import type { JsonObject } from '@archipelago/apimachinery';
import { expect, it } from 'vitest';
import type { OperatorEvent } from './options/operator-event.ts';
import { Strangers } from './strangers.ts';

const object = (generation: number, more: JsonObject = {}, status: JsonObject = {}): JsonObject => ({
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: { name: 'kubevirt-hyperconverged', namespace: 'elsewhere', uid: 'u', generation, ...more },
  status,
});

function following() {
  const told: string[] = [];
  const logged: OperatorEvent[] = [];
  const strangers = new Strangers({
    namespace: 'here',
    onEvent: (event) => logged.push(event),
    recorder: {
      record: ({ reason, message }) => told.push(`${reason}: ${message}`),
      dropped: () => 0,
      flush: async () => {},
      stop: () => {},
    },
  });
  return { strangers, told, logged };
}

it('tells once per change', () => {
  const { strangers, told, logged } = following();
  for (const generation of [1, 1, 2, 2]) strangers.tell([object(generation)]);
  const line =
    'Ignored: This HyperConverged has no effect: the operator looks after here/kubevirt-hyperconverged only. Fix: write what it says into here/kubevirt-hyperconverged, and delete it';
  expect(told).toEqual([line, line]);
  expect(logged).toHaveLength(2);
});

it('leaves alone what another operator looks after', () => {
  const { strangers, told, logged } = following();
  strangers.tell([object(1, { finalizers: ['kubevirt.io/hyperconverged'] })]);
  strangers.tell([object(2, {}, { conditions: [] })]);
  expect(told).toEqual([]);
  expect(logged).toHaveLength(2);
});

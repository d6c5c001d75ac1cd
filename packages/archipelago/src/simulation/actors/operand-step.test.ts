import { type JsonObject, listAt, type ObjectMeta } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { operandBehaviours } from './operand-behaviours.ts';
import { type Circumstances, operandStep, type SimulatedOperand } from './operand-step.ts';

const now = '2026-01-02T03:04:05Z';
const calm: Circumstances = { now, delayMs: 300, inStateMs: 0, failure: undefined };
const ours: Partial<ObjectMeta> = {
  finalizers: ['archipelago.dev/simulated-operand'],
  annotations: { 'archipelago.dev/simulated': 'true' },
};

function operand(metadata: Partial<ObjectMeta> = {}, status?: JsonObject): SimulatedOperand {
  return { metadata: { name: 'x', generation: 1, ...metadata }, status };
}

function conditions(status: JsonObject): string {
  const list: readonly unknown[] = listAt(status, 'conditions');
  return list
    .filter((each): each is JsonObject => typeof each === 'object' && each !== null)
    .map(({ type, status: value }) => `${String(type)}=${String(value)}`)
    .join(' ');
}

/** The status of a step that reports. */
function reported(...[behaviour, object, circumstances]: Parameters<typeof operandStep>): JsonObject {
  const step = operandStep(behaviour, object, circumstances);
  if (step.do !== 'report') throw new Error(`expected a report, got ${step.do}`);
  return step.status;
}

describe.each(operandBehaviours.map((behaviour) => [behaviour.resource.kind, behaviour] as const))(
  '%s',
  (kind, behaviour) => {
    test('is adopted first, whoever else has finalizers and annotations on it', () => {
      expect(operandStep(behaviour, operand(), calm)).toEqual({ do: 'adopt' });
      const others = { finalizers: ['other'], annotations: { other: 'x' } };
      expect(operandStep(behaviour, operand(others), calm)).toEqual({ do: 'adopt' });
      const halfRemoved = { ...ours, annotations: {} };
      expect(operandStep(behaviour, operand(halfRemoved), calm)).toEqual({ do: 'adopt' });
    });

    test('passes through Progressing, takes its time, is Available, then rests', () => {
      const deploying = reported(behaviour, operand(ours), calm);
      expect(conditions(deploying)).toBe('Available=False Progressing=True Degraded=False');
      expect(deploying.observedVersion ?? deploying.observedKubeVirtVersion).toBeUndefined();
      const waiting = operandStep(behaviour, operand(ours, deploying), { ...calm, inStateMs: 100 });
      expect(waiting).toEqual({ do: 'wait', ms: 200 });
      const deployed = reported(behaviour, operand(ours, deploying), { ...calm, inStateMs: 300 });
      expect(conditions(deployed)).toBe('Available=True Progressing=False Degraded=False');
      expect(deployed.phase).toBe(kind === 'NetworkAddonsConfig' ? undefined : 'Deployed');
      expect(deployed.observedVersion ?? deployed.observedKubeVirtVersion).toBe('v0.0.0-simulated');
      const later = { ...calm, now: '2030-01-01T00:00:00Z', inStateMs: 1e6 };
      expect(operandStep(behaviour, operand(ours, deployed), later)).toEqual({ do: 'nothing' });
    });

    test('is Available at once without a delay', () => {
      const status = reported(behaviour, operand(ours), { ...calm, delayMs: 0 });
      expect(conditions(status)).toBe('Available=True Progressing=False Degraded=False');
    });

    test('a new generation is observed where the kind reports it, and disturbs nothing', () => {
      const deployed = reported(behaviour, operand(ours), { ...calm, delayMs: 0 });
      const step = operandStep(behaviour, operand({ ...ours, generation: 2 }, deployed), calm);
      expect(step).toEqual(
        behaviour.observesGeneration
          ? { do: 'report', status: { ...deployed, observedGeneration: 2 } }
          : { do: 'nothing' },
      );
    });

    test('fails with the message it is told, and recovers through Progressing', () => {
      const deployed = reported(behaviour, operand(ours), { ...calm, delayMs: 0 });
      const told = {
        ...ours,
        annotations: { ...ours.annotations, 'archipelago.dev/simulate': 'fail: no disk' },
      };
      const failed = reported(behaviour, operand(told, deployed), { ...calm, now: '2030-01-01T00:00:00Z' });
      expect(conditions(failed)).toBe('Available=False Progressing=False Degraded=True');
      expect(failed.conditions).toMatchObject([
        {
          lastTransitionTime: '2030-01-01T00:00:00Z',
          message: 'simulated: no disk',
          reason: 'SimulatedFailure',
        },
        // did not change, so keeps its time
        { lastTransitionTime: now },
        { lastTransitionTime: '2030-01-01T00:00:00Z' },
      ]);
      const recovering = reported(behaviour, operand(ours, failed), calm);
      expect(conditions(recovering)).toBe('Available=False Progressing=True Degraded=False');
    });

    test('fails as the sandbox is told for the kind', () => {
      const status = reported(behaviour, operand(ours), { ...calm, failure: 'no network' });
      expect(status.conditions).toMatchObject([{ message: 'simulated: no network' }, {}, {}]);
    });

    test('remarks on an annotation it cannot read', () => {
      const annotations = { ...ours.annotations, 'archipelago.dev/simulate': 'explode' };
      const status = reported(behaviour, operand({ ...ours, annotations }), { ...calm, delayMs: 0 });
      expect(conditions(status)).toContain('Available=True');
      expect(JSON.stringify(status.conditions)).toContain('\\"explode\\", expected \\"fail: <message>\\"');
    });

    test('deletion: reports, takes its time, lets go; leaves alone what it never adopted', () => {
      const gone = { ...ours, deletionTimestamp: now };
      const deleting = reported(behaviour, operand(gone), calm);
      expect(conditions(deleting)).toBe('Available=False Progressing=True Degraded=False');
      expect(operandStep(behaviour, operand(gone, deleting), calm)).toEqual({ do: 'wait', ms: 300 });
      expect(operandStep(behaviour, operand(gone, deleting), { ...calm, inStateMs: 300 })).toEqual({
        do: 'release',
      });
      expect(operandStep(behaviour, operand(gone), { ...calm, delayMs: 0 })).toEqual({ do: 'release' });
      expect(operandStep(behaviour, operand({ deletionTimestamp: now }), calm)).toEqual({ do: 'nothing' });
    });

    test('a status of any shape is replaced, not fallen over', () => {
      for (const conditionList of ['x', null, [null, 1, { type: 3 }], { a: 1 }]) {
        const status = reported(behaviour, operand(ours, { conditions: conditionList }), calm);
        expect(conditions(status)).toBe('Available=False Progressing=True Degraded=False');
      }
    });
  },
);

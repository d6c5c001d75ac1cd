import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { agentStep } from './agent-step.ts';

const ours = 'layering.archipelago.dev';
const image = 'registry.example/os@sha256:1';
const desired = { 'machineconfiguration.openshift.io/desiredImage': image };
const stage = { [`${ours}/rollout-step`]: 'Stage/2026-01-01T00:00:00Z' };
const apply = { ...desired, [`${ours}/rollout-step`]: 'Apply/2026-01-01T00:00:00Z' };
const answered = (state: string, step: string) => ({
  [`${ours}/agent-answer`]: `${state} ${step}/2026-01-01T00:00:00Z`,
});

function step(annotations: Readonly<Record<string, string>>, more: { ready?: boolean; ms?: number } = {}) {
  const node: KubernetesObject = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n', annotations },
    status: { conditions: [{ type: 'Ready', status: more.ready === false ? 'False' : 'True' }] },
  };
  return agentStep(node, { takesMs: 100, inStateMs: more.ms ?? 0 });
}

const v1 = { [`${ours}/agent`]: 'v1' };
const says = (state: string, of: string, more: JsonObject = {}) => ({
  do: 'annotate',
  annotations: { ...answered(state, of), ...more },
});

test('announces itself, unless there is to be no agent', () => {
  expect(step({})).toEqual({ do: 'annotate', annotations: v1 });
  expect(step({ 'sandbox.archipelago.dev/agent': 'none' })).toEqual({ do: 'nothing' });
  expect(step(v1)).toEqual({ do: 'nothing' });
});

test('fetches in its time, and fails where it is told to', () => {
  expect(step({ ...v1, ...stage })).toEqual(says('Staging', 'Stage'));
  const fetching = { ...v1, ...stage, ...answered('Staging', 'Stage') };
  expect(step(fetching, { ms: 30 })).toEqual({ do: 'wait', ms: 70 });
  expect(step(fetching, { ms: 100 })).toEqual(says('Staged', 'Stage'));
  expect(step({ ...fetching, 'sandbox.archipelago.dev/update-fails': 'disk' }, { ms: 100 })).toEqual(
    says('Failed', 'Stage', { [`${ours}/agent-reason`]: 'simulated: disk' }),
  );
  expect(step({ ...v1, ...stage, ...answered('Staged', 'Stage') })).toEqual({ do: 'nothing' });
});

test('reboots: goes down, comes up with the image, or does not', () => {
  expect(step({ ...v1, ...apply, ...answered('Staged', 'Stage') })).toEqual(says('Applying', 'Apply'));
  const applying = { ...v1, ...apply, ...answered('Applying', 'Apply') };
  expect(step(applying)).toEqual({ do: 'report', ready: false });
  expect(step(applying, { ready: false, ms: 30 })).toEqual({ do: 'wait', ms: 70 });
  expect(step(applying, { ready: false, ms: 100 })).toEqual(
    says('Done', 'Apply', { 'machineconfiguration.openshift.io/currentImage': image }),
  );
  const hangs = { ...applying, 'sandbox.archipelago.dev/update-hangs': 'true' };
  expect(step(hangs, { ready: false, ms: 9_000 })).toEqual({ do: 'nothing' });
  expect(step({ ...v1, ...apply, ...answered('Done', 'Apply') }, { ready: false })).toEqual({
    do: 'report',
    ready: true,
  });
});

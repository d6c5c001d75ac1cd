import { describe, expect, it } from 'vitest';
import { standardInputs } from '../cluster-facts/standard-cluster.ts';
import { configure } from '../config/configure.ts';
import { desire } from '../config/desire.ts';
import type { Action } from '../engine/plan/action.ts';
import { planOperands } from '../reconcile/plan-operands.ts';
import { componentName } from './component-name.ts';

describe('the component a metric names', () => {
  it.each([
    ['KubeVirt', 'kubevirt-kubevirt-hyperconverged', 'kubevirt-kubevirt-hyperconverged'],
    ['NetworkAddonsConfig', 'cluster', 'networkaddonsconfig-cluster'],
    ['CDI', 'CDI-Mine', 'cdi-mine'],
    ['AAQ', 'aaqmine', 'aaq-aaqmine'],
  ])('of %s %s is %s', (kind, name, component) => {
    const object = { apiVersion: 'v1', kind, metadata: { name, namespace: 'here' } };
    const action: Action = { kind: 'create', because: 'it is missing', object };
    expect(componentName(action)).toBe(component);
  });

  it('is as the configuration guide has it', () => {
    const configured = configure({ written: {}, spec: {}, annotations: {} }, standardInputs);
    const owner = { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged', uid: 'u' };
    const { operands: wanted } = desire(configured, owner);
    const { actions } = planOperands({
      wanted,
      unwanted: [],
      live: () => ({ state: 'absent' }),
      remembered: () => undefined,
      defaulting: () => (object) => object,
    });
    const names = actions.map(componentName);
    expect(names).toContain('kubevirt-kubevirt-hyperconverged');
    expect(names).toContain('networkaddonsconfig-cluster');
  });
});

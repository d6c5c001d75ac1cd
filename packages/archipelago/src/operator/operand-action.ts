import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { isKubernetesObject } from '@archipelago/kube-client';
import type { SeenObject } from '../api/seen-object.ts';
import { printCause } from '../config/framework/cause.ts';
import { apiVersionOf, type Operand } from '../config/framework/operand.ts';
import { readAt } from '../config/framework/read-at.ts';
import type { Action } from '../engine/plan/action.ts';
import type { Plan } from '../reconcile/plan.ts';

type Step = Plan[number];

/** What a step of the operands' plan asks of the server; undefined: nothing. */
export function operandAction(step: Step, plan: Plan): Action | undefined {
  switch (step.verb) {
    case 'create': {
      const after = keysOf(step.operand.after, plan);
      return { kind: 'create', because: 'it is missing', object: parsed(step.body), after };
    }
    case 'update':
    case 'recreate':
      return changeOf(step, keysOf(step.operand.after, plan));
    case 'delete': {
      const object = seenOperand(step.operand, step.live);
      return { kind: 'delete', because: 'it is not wanted', object, precondition: 'uid' };
    }
    case 'unchanged':
    case 'wait':
      return undefined;
  }
}

function changeOf(step: Extract<Step, { verb: 'update' | 'recreate' }>, after: readonly string[]): Action {
  const isRevert = step.reason === 'drift';
  return {
    kind: step.verb === 'update' ? 'replace' : 'recreate',
    because: isRevert ? 'somebody else has changed it' : 'something else is wanted than before',
    object: seenOperand(step.operand, step.live),
    body: parsed(step.body),
    changes: step.differences.map(({ cause, ...difference }) => ({
      ...difference,
      because: cause === undefined ? undefined : printCause(cause),
    })),
    isRevert,
    after,
  };
}

function keysOf(before: readonly Operand[], plan: Plan): readonly string[] {
  return plan.flatMap(({ operand, key }) => (before.includes(operand) ? [key] : []));
}

function seenOperand(operand: Operand, live: JsonObject): SeenObject {
  const text = (name: string) => {
    const value = readAt(live, ['metadata', name]);
    return typeof value === 'string' ? { [name]: value } : {};
  };
  return {
    apiVersion: apiVersionOf(operand),
    kind: operand.kind,
    name: '',
    ...text('name'),
    ...text('namespace'),
    ...text('uid'),
    ...text('resourceVersion'),
  };
}

/** Manifests have kind, version and name by construction. */
function parsed(manifest: JsonObject): KubernetesObject {
  if (!isKubernetesObject(manifest)) throw new Error('a manifest without apiVersion, kind or name');
  return manifest;
}

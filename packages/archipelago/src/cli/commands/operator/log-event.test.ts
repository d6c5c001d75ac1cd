import { describe, expect, it } from 'vitest';
import type { Action } from '../../../engine/plan/action.ts';
import type { AnsweredVerdict } from '../../../engine/verdict.ts';
import { describeEvent } from '../up/describe-event.ts';
import { lineOf } from './log-event.ts';

const answer = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'KubeVirt',
  metadata: { namespace: 'here', name: 'kv' },
};
const object = { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', namespace: 'here', name: 'kv' };
const paths = ['a', 'b', 'c', 'd'].map((name) => ['spec', name]);
const changes = paths.map((path) => ({ path, before: 1, after: 2, because: undefined }));
const change = { object, body: answer, changes, because: 'it differs' };
const create: Action = { kind: 'create', because: 'it is missing', object: answer };
const replace: Action = { ...change, kind: 'replace', isRevert: false };
const remove: Action = { kind: 'delete', because: 'nobody wants it', object, precondition: 'uid' };

const key = 'KubeVirt/here/kv';
const fields = ['spec.a', 'spec.b', 'spec.c', 'spec.d'];
const refused = {
  verdict: 'refused',
  because: 'no',
  forbidden: false,
  status: { code: 422, reason: '', message: 'no' },
} as const;

describe('what was done to an operand', () => {
  it.each<[Action, AnsweredVerdict, readonly unknown[], string | undefined]>([
    [create, { verdict: 'created', answer }, ['info', { object: key }, 'created'], `created ${key}`],
    [
      replace,
      { verdict: 'updated', answer },
      ['info', { object: key, fields }, 'updated'],
      `updated ${key}: spec.a, spec.b, spec.c and 1 more`,
    ],
    [
      replace,
      { verdict: 'reverted', answer },
      ['warn', { object: key, fields }, 'reverted a foreign change'],
      `reverted ${key}: spec.a, spec.b, spec.c and 1 more`,
    ],
    [remove, { verdict: 'removed' }, ['info', { object: key }, 'removed'], `removed ${key}`],
    [
      remove,
      { verdict: 'removing', answer },
      ['info', { object: key }, 'removing'],
      `deleted ${key}; its finalizers hold it`,
    ],
    [replace, refused, ['warn', { object: key, fields, because: 'no' }, 'update was refused'], 'no'],
    [remove, refused, ['warn', { object: key, because: 'no' }, 'delete was refused'], 'no'],
    [replace, { verdict: 'unchanged', answer }, ['debug', { object: key, fields }, 'unchanged'], undefined],
  ])('is a line of the log, and of up: %j %j', (action, verdict, line, text) => {
    expect(lineOf({ type: 'acted', action, verdict })).toEqual(line);
    expect(describeEvent({ type: 'acted', action, verdict })?.text).toBe(text);
  });
});

import type { ApiResult } from '@archipelago/kube-client';
import { expect, test } from 'vitest';
import type { TakeoverStep } from '../../../reconcile/takeover/takeover-step.ts';
import type { WritingClient } from './step-writer.ts';
import { trySteps } from './try-steps.ts';

const step: TakeoverStep = {
  kind: 'Deployment',
  namespace: 'ns',
  name: 'hco-operator',
  changes: [],
  because: 'x',
  write: { verb: 'patch', patch: { spec: { replicas: 0 } }, resourceVersion: '7' },
};
const removal: TakeoverStep = {
  ...{ kind: 'MutatingWebhookConfiguration', namespace: '', name: 'w', changes: [], because: 'x' },
  write: { verb: 'delete', uid: 'u' },
};

/** A server that answers every write with this, and what it was asked. */
function refusing(code: number, message: string) {
  const asked: unknown[] = [];
  const answer = async (...request: readonly unknown[]): Promise<ApiResult<never>> => {
    asked.push(request.slice(1));
    return { ok: false, status: { code, reason: '', message } };
  };
  const client: WritingClient = { create: answer, patch: answer, delete: answer };
  return { client, asked };
}

test('a right that is missing is named with the command that gives it', async () => {
  const message =
    'deployments.apps "hco-operator" is forbidden: User "jane" cannot patch resource "deployments"';
  const { client, asked } = refusing(403, message);
  expect(await trySteps(client, [step, removal])).toMatchObject([
    {
      reason: 'MayNotWrite',
      at: 'Deployment ns/hco-operator',
      message: `the server refuses the change: ${message}`,
      fix: 'ask for it: kubectl create role adopt-patch-deployments -n ns --verb=patch --resource=deployments.apps && kubectl create rolebinding adopt-patch-deployments -n ns --role=adopt-patch-deployments --user=NAME',
    },
    {
      at: 'MutatingWebhookConfiguration w',
      fix: expect.stringContaining(
        'clusterrole adopt-delete-mutatingwebhookconfigurations --verb=delete --resource=mutatingwebhookconfigurations.admissionregistration.k8s.io',
      ),
    },
  ]);
  expect(asked).toMatchObject([
    [
      { namespace: 'ns', name: 'hco-operator' },
      { type: 'merge', body: { metadata: { resourceVersion: '7' }, spec: { replicas: 0 } } },
      { dryRun: true, fieldManager: 'archipelago-adopt' },
    ],
    [{ name: 'w' }, { dryRun: true, preconditions: { uid: 'u' } }],
  ]);
});

test('what an admission refuses is no missing right, and what has just changed is looked at again', async () => {
  expect(await trySteps(refusing(422, 'no').client, [step])).toMatchObject([{ reason: 'Refused' }]);
  expect(await trySteps(refusing(409, 'changed').client, [step])).toEqual([]);
});

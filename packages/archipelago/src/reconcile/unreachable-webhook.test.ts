import { expect, it } from 'vitest';
import { unreachableWebhook } from './unreachable-webhook.ts';

const refusal = (name: string) =>
  `cannot complete the HyperConverged: Internal error occurred: failed calling webhook "${name}": failed to call webhook: Post "https://hook": service "s" not found`;

it.each([
  ['validate-hco.kubevirt.io', true],
  ['validate-hco-v1beta1.kubevirt.io', true],
  ['mutate-hyperconverged-hco.kubevirt.io', true],
  ['mutate-ns-hco.kubevirt.io', true],
  ['hyperconverged.archipelago.dev', false],
  ['kubevirt-validator.kubevirt.io', false],
])('a webhook that does not answer is told where another operator left it: %s', (name, isTold) => {
  expect(unreachableWebhook(refusal(name))?.at).toBe(isTold ? `webhook ${name}` : undefined);
});

it('other trouble is none of its business', () => {
  expect(unreachableWebhook('the leadership is over')).toBeUndefined();
});

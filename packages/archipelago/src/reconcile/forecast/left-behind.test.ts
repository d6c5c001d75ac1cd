import type { KubernetesObject, ObjectMeta } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { type Found, leftBehind } from './left-behind.ts';

const made = { 'app.kubernetes.io/managed-by': 'hco-operator' };

function found(kind: string, metadata: ObjectMeta, more: object = {}): Found {
  const object: KubernetesObject = { apiVersion: 'v1', kind, metadata, ...more };
  return { kind: `${kind.toLowerCase()}s`, object };
}

const commands = (all: readonly Found[], ours: readonly string[] = []) =>
  leftBehind(all, new Set(ours)).map(({ command }) => command);

describe('what another operator has left', () => {
  it.each<readonly [string, Found, readonly string[]]>([
    [
      'a part of it',
      found('Service', {
        name: 'hook',
        namespace: 'ns',
        labels: { name: 'hyperconverged-cluster-webhook' },
      }),
      ['kubectl delete services hook -n ns'],
    ],
    [
      'what it made',
      found('ConsolePlugin', { name: 'p', labels: made }),
      ['kubectl delete consoleplugins p'],
    ],
    ['an operand, which is ours now', found('KubeVirt', { name: 'kv', namespace: 'ns', labels: made }), []],
    [
      'the operator of an operand',
      found('Deployment', { name: 'virt-operator', labels: { name: 'virt-operator' } }),
      [],
    ],
    ['anything else', found('Service', { name: 'shop', namespace: 'ns' }), []],
    [
      'its webhook, whatever its configuration is called',
      found(
        'ValidatingWebhookConfiguration',
        { name: 'x-7f' },
        { webhooks: [{ name: 'validate-hco.kubevirt.io' }] },
      ),
      ['kubectl delete validatingwebhookconfigurations x-7f'],
    ],
    [
      'the webhook of an operand',
      found('ValidatingWebhookConfiguration', { name: 'v' }, { webhooks: [{ name: 'vssp.kb.io' }] }),
      [],
    ],
    [
      'what OLM made',
      found(
        'MutatingWebhookConfiguration',
        { name: 'm', labels: { 'olm.owner': 'hco.v1' } },
        { webhooks: [{ name: 'mutate-hyperconverged-hco-v1beta1.kubevirt.io' }] },
      ),
      [
        'take it out of ClusterServiceVersion hco.v1 first, or OLM brings it back; then kubectl delete mutatingwebhookconfigurations m',
      ],
    ],
  ])('%s', (_, object, expected) => {
    expect(commands([object], ['KubeVirt/ns/kv'])).toEqual(expected);
  });

  it('is told once, in the order of names', () => {
    const [a, b] = ['a', 'b'].map((name) => found('Route', { name, namespace: 'ns', labels: made }));
    if (a === undefined || b === undefined) throw new Error('never');
    expect(leftBehind([b, a, b], new Set()).map(({ object }) => object)).toEqual([
      'Route/ns/a',
      'Route/ns/b',
    ]);
  });
});

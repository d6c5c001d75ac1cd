import type { KubernetesClient } from '@archipelago/kube-client';
import { expect, it } from 'vitest';
import { whileLeading } from './while-leading.ts';

it('asks before each eviction, too, whether we lead', async () => {
  const asked: (boolean | undefined)[] = [];
  const evict: KubernetesClient['evict'] = async (_, options) => {
    asked.push(options?.isAllowed?.());
    return { ok: true, value: {} };
  };
  let leads = true;
  const client = whileLeading({ evict } as unknown as KubernetesClient, () => leads);
  await client.evict({ namespace: 'n', name: 'p' });
  leads = false;
  await client.evict({ namespace: 'n', name: 'p' });
  expect(asked).toEqual([true, false]);
});

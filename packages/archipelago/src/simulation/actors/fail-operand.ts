import type { KubernetesClient } from '@archipelago/kube-client';
import { operandBehaviours } from './operand-behaviours.ts';
import { simulateAnnotation } from './operand-step.ts';

/** Lets the simulated operands of a kind fail from now on. */
export async function failOperand(
  client: KubernetesClient,
  { kind, message }: { readonly kind: string; readonly message: string },
): Promise<void> {
  const resource = operandBehaviours.find((one) => one.resource.kind === kind)?.resource;
  if (resource === undefined) throw new Error(`no simulated operand is a ${kind}`);
  const listed = await client.list(resource);
  if (!listed.ok) throw new Error(`${kind}: ${listed.status.message}`);
  const body = { metadata: { annotations: { [simulateAnnotation]: `fail: ${message}` } } };
  for (const { metadata } of listed.value.items) {
    const told = await client.patch(resource, metadata, { type: 'merge', body });
    if (!told.ok) throw new Error(`${kind} ${metadata.name}: ${told.status.message}`);
  }
}

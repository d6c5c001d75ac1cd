import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import { objectKey } from '../../../config/framework/operand.ts';
import { ownerOf } from '../../../operator/hyper-converged.ts';
import { identities } from '../../../reconcile/desired-objects.ts';
import { type PlannedOperand, plannedOperands } from '../../../reconcile/forecast/planned-operands.ts';
import type { Operands } from '../../../reconcile/takeover/unplanned-changes.ts';
import { desiredOf } from '../../cluster/desired-now.ts';
import { type LiveCluster, plainObject } from '../../cluster/live-cluster.ts';

/** What Archipelago would do to operands of a HyperConverged, as they are now. */
export function plannedOn(
  { mirror, inputs, namespace }: LiveCluster,
  object: JsonObject,
): readonly PlannedOperand[] {
  const wanted = desiredOf(object, inputs);
  return plannedOperands({
    before: wanted,
    after: wanted,
    owner: ownerOf(object, namespace),
    seen: { live: (operand) => mirror.operand(operand), defaulting: (operand) => mirror.defaulting(operand) },
  });
}

/** The keys of all that may be an operand. */
export function keysOf({ inputs, namespace }: LiveCluster, object: JsonObject): ReadonlySet<string> {
  return new Set(identities(ownerOf(object, namespace), inputs).map(({ manifest }) => objectKey(manifest)));
}

/** Operands as they are stored now; what is not served or may not be read is not among them. */
export async function operandsOn(
  { client, inputs, namespace }: LiveCluster,
  object: JsonObject,
): Promise<Operands> {
  const found = await Promise.all(
    identities(ownerOf(object, namespace), inputs).map(async ({ operand, manifest }) => {
      const { name, namespace: home } = objectAt(manifest, 'metadata');
      const place = { name: String(name), ...(typeof home === 'string' ? { namespace: home } : {}) };
      const answer = await client.get(operand, place);
      return answer.ok ? [[objectKey(manifest), plainObject(answer.value)] as const] : [];
    }),
  );
  return new Map(found.flat());
}

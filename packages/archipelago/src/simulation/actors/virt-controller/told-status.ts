import { type JsonObject, jsonEqual, type KubernetesObject, objectAt } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import type { PlayedWrite } from '../players/play.ts';

/** Writes members of a status that are not so already, through the subresource where the kind has one. */
export function toldStatus(
  resource: Resource & { readonly statusSubresource?: boolean },
  object: KubernetesObject,
  status: JsonObject,
): readonly PlayedWrite[] {
  const before = objectAt(object, 'status');
  const isSame = Object.entries(status).every(([name, value]) => jsonEqual(before[name], value ?? undefined));
  if (isSame) return [];
  if (resource.statusSubresource !== false)
    return [{ do: 'patchStatus', resource, object, patch: { status } }];
  const patch = { metadata: { annotations: { [simulatedAnnotation]: 'true' } }, status };
  return [{ do: 'patch', resource, object, patch }];
}

import { isJsonObject, type KubernetesObject } from '@archipelago/apimachinery';
import { conditionStatus } from '../../../simulation/actors/operand-status.ts';

/** Whether a HyperConverged is Available as it is written now: what was said of an older generation does not count. */
export function isUpToDate({ metadata, status }: KubernetesObject): boolean {
  return (
    isJsonObject(status) &&
    conditionStatus(status, 'Available') === 'True' &&
    status.observedGeneration === metadata.generation
  );
}

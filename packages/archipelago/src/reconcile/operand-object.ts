import { isKubernetesObject, type JsonObject, type KubernetesObject } from '@archipelago/apimachinery';
import { apiVersionOf, type Operand } from '../config/framework/operand.ts';

/** A manifest of an operand, or what is there of it, as an object; lists leave out version and kind. */
export function operandObject(operand: Operand, content: JsonObject): KubernetesObject {
  const object = { ...content, apiVersion: apiVersionOf(operand), kind: operand.kind };
  // by construction, and no server stores an object without a name
  if (!isKubernetesObject(object)) throw new Error(`a ${operand.kind} without a name`);
  return object;
}

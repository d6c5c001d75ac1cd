import { type JsonObject, jsonEqual, type StructuralSchema } from '@archipelago/apimachinery';

/** The webhook that turns objects of a definition's versions into each other. */
export interface Conversion {
  /** `spec.conversion.webhook.clientConfig` of the definition. */
  readonly client: JsonObject;
  /** In which reviews are sent. */
  readonly reviewVersion: 'v1' | 'v1beta1';
  readonly storageApiVersion: string;
  /** Of a version of the definition, served or not; undefined for others. */
  schemaOf(apiVersion: string): StructuralSchema | undefined;
  /** An object as its version has it: unknown fields dropped, defaults set. */
  complete(object: JsonObject): JsonObject;
  /** An object without what its version does not know. */
  trim(object: JsonObject): JsonObject;
  /** What stored objects became, by apiVersion: a kube-apiserver keeps that in the caches of its versions. */
  readonly known: WeakMap<JsonObject, Map<string, JsonObject>>;
}

/** Whether objects are converted in the same way. */
export function isSameConversion(one: Conversion | undefined, other: Conversion | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (
    one.storageApiVersion === other.storageApiVersion &&
    one.reviewVersion === other.reviewVersion &&
    jsonEqual(one.client, other.client)
  );
}

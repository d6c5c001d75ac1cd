import type { JsonObject, JsonValue } from '@archipelago/apimachinery';

/** What a hook answers; texts `$UID` in a raw body become the uid of the review. */
export type Reply =
  | { readonly kind: 'response'; readonly response: JsonObject; readonly delayMs?: number }
  | {
      readonly kind: 'raw';
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | {
      readonly kind: 'convert';
      /** What the webhook makes of the objects it converted. */
      readonly objects?: (converted: readonly JsonObject[]) => readonly JsonValue[];
      /** Fields of the response instead of the right ones. */
      readonly response?: JsonObject;
    }
  | { readonly kind: 'hang' };

/** One webhook of a configuration of a case. */
export interface Hook {
  readonly type: 'mutating' | 'validating';
  /** Name of the configuration after the case's; hooks of one name and type stand together. */
  readonly configuration?: string;
  /** First label of the webhook's name. */
  readonly name: string;
  /** Fields of the webhook; `clientConfig` with `url` of `$URL` is the hook's. */
  readonly fields?: JsonObject;
  readonly reply: Reply;
}

export interface Step {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `$NS` is the namespace of the case, whose label `case` is `$CASE`. */
  readonly path: string;
  readonly body?: JsonObject;
  readonly contentType?: string;
}

/** Hooks and requests; what comes of them was recorded with a kube-apiserver. */
export interface WebhookCase {
  readonly title: string;
  /** Created beforehand, as `path` and object. */
  readonly before?: readonly (readonly [path: string, object: JsonObject])[];
  readonly hooks: readonly Hook[];
  readonly steps: readonly Step[];
}

export const configMaps = '/api/v1/namespaces/$NS/configmaps';

export function configMap(name: string, data: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data };
}

/** Rules about ConfigMaps. */
export function rulesOf(...operations: readonly string[]): readonly JsonObject[] {
  return [{ operations, apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }];
}

export const creates = rulesOf('CREATE');
export const post: Step = {
  method: 'POST',
  path: `${configMaps}?fieldManager=suite`,
  body: configMap('a', { a: '1' }),
};

export function allow(rest: JsonObject = {}): Reply {
  return { kind: 'response', response: { allowed: true, ...rest } };
}

export function deny(status?: JsonObject, rest: JsonObject = {}): Reply {
  const response = { allowed: false, ...(status === undefined ? {} : { status }), ...rest };
  return { kind: 'response', response };
}

export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Allows, and patches the object. */
export function patches(...operations: readonly JsonObject[]): Reply {
  return allow({ patchType: 'JSONPatch', patch: base64(JSON.stringify(operations)) });
}

export function add(path: string, value: JsonObject | string): JsonObject {
  return { op: 'add', path, value };
}

import type { JsonObject } from '@archipelago/apimachinery';
import { configMap, configMaps, type Hook, type Step } from '../webhooks/webhook-case.ts';

/** A policy of a case, with its bindings. */
export interface Policy {
  /** After the case's. */
  readonly name?: string;
  /** Parts of the spec that are not the usual ones. */
  readonly spec: JsonObject;
  /** Specs beside the policy's name; one that says nothing more, unless they are given. */
  readonly bindings?: readonly JsonObject[];
}

/** Policies and requests; what comes of them was recorded with a kube-apiserver. */
export interface PolicyCase {
  readonly title: string;
  /** Created before the policies, as `path` and object. */
  readonly before?: readonly (readonly [path: string, object: JsonObject])[];
  readonly policies: readonly Policy[];
  readonly hooks?: readonly Hook[];
  readonly steps: readonly Step[];
}

/** A mutation by an expression that gives an `Object`. */
export function applying(expression: string): JsonObject {
  return { patchType: 'ApplyConfiguration', applyConfiguration: { expression } };
}

/** A mutation by an expression that gives a list of `JSONPatch`. */
export function patching(expression: string): JsonObject {
  return { patchType: 'JSONPatch', jsonPatch: { expression } };
}

/** Rules about creations and updates of one resource. */
export function rulesFor(resource: string, apiGroup = '', apiVersion = 'v1'): readonly JsonObject[] {
  return [
    {
      operations: ['CREATE', 'UPDATE'],
      apiGroups: [apiGroup],
      apiVersions: [apiVersion],
      resources: [resource],
    },
  ];
}

/** What is in the case's namespace, but for what asks whether webhooks are in force. */
export const inCase: JsonObject = {
  namespaceSelector: { matchLabels: { case: '$CASE' } },
  objectSelector: { matchExpressions: [{ key: 'probe', operator: 'DoesNotExist' }] },
};

/** A spec about one resource. */
export function about(resourceRules: readonly JsonObject[], ...mutations: readonly JsonObject[]): JsonObject {
  return { matchConstraints: { ...inCase, resourceRules }, mutations };
}

/** One policy about ConfigMaps. */
export function configMapCase(
  title: string,
  mutations: readonly JsonObject[],
  steps: readonly Step[] = [create],
): PolicyCase {
  return { title, policies: [{ spec: about(rulesFor('configmaps'), ...mutations) }], steps };
}

export const create: Step = {
  method: 'POST',
  path: `${configMaps}?fieldManager=suite`,
  body: configMap('a', { a: '1' }, { labels: { team: 'blue' } }),
};

/** The path of a collection in the case's namespace. */
export function collection(resource: string, group = '', version = 'v1'): string {
  const root = group === '' ? '/api' : `/apis/${group}`;
  return `${root}/${version}/namespaces/$NS/${resource}`;
}

/** Creates an object in the case's namespace. */
export function creating(path: string, body: JsonObject): Step {
  return { method: 'POST', path: `${path}?fieldManager=suite`, body };
}

/** Sets a label by an `Object`. */
export function labelling(name: string, value: string): JsonObject {
  return applying(`Object{metadata: Object.metadata{labels: {"${name}": ${value}}}}`);
}

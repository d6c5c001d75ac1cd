import { isJsonObject, type JsonObject, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';

/** What of a pod, or of the template of pods, is judged. */
export interface JudgedPod {
  readonly annotations: JsonObject;
  readonly spec: JsonObject;
}

/** What a check has against a pod. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

/** All containers: those that begin, those that run, those that came later. */
export function containersOf({ spec }: JudgedPod): readonly JsonObject[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((name) => objectsAt(spec, name));
}

/** A field of a security context; undefined where there is no such context, or null in it. */
export function secured(owner: JsonObject, ...path: readonly string[]) {
  return valueAt(owner, 'securityContext', ...path) ?? undefined;
}

/** An object in a security context, or undefined. */
export function securedObject(owner: JsonObject, name: string): JsonObject | undefined {
  const found = secured(owner, name);
  return isJsonObject(found) ? found : undefined;
}

/** Texts in quotes, with commas between. */
export function quoted(items: readonly string[]): string {
  return items.map((item) => `"${item}"`).join(', ');
}

/** Each text once, in order of their bytes. */
export function sortedSet(items: readonly string[]): readonly string[] {
  return [...new Set(items)].sort((a, b) => (a < b ? -1 : 1));
}

/** The word for one, or for several. */
export function counted(items: readonly unknown[], one: string, several: string): string {
  return items.length === 1 ? one : several;
}

/** `container "a"`, or `containers "a", "b"`. */
export function containersNamed(names: readonly string[]): string {
  return `${counted(names, 'container', 'containers')} ${quoted(names)}`;
}

/** Names of the containers that something is true of. */
export function namesWhere(pod: JudgedPod, isBad: (container: JsonObject) => boolean): readonly string[] {
  return containersOf(pod)
    .filter(isBad)
    .map((container) => textAt(container, 'name'));
}

/** Who sets something: the pod, some containers, or both. */
export function settersOf(
  pod: JudgedPod,
  isBad: (owner: JsonObject) => boolean,
): { readonly text: string; readonly containers: readonly string[] } | undefined {
  const containers = namesWhere(pod, isBad);
  const setters = [
    ...(isBad(pod.spec) ? ['pod'] : []),
    ...(containers.length === 0 ? [] : [containersNamed(containers)]),
  ];
  return setters.length === 0 ? undefined : { text: setters.join(' and '), containers };
}

/** A pod in a user namespace of its own, for which some rules are relaxed. */
export function hasOwnUsers({ spec }: JudgedPod): boolean {
  return valueAt(spec, 'hostUsers') === false;
}

export function isWindows({ spec }: JudgedPod): boolean {
  return textAt(spec, 'os', 'name') === 'windows';
}

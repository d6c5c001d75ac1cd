import type { Refusal } from '../refusals/refusal.ts';
import { notImplemented } from '../refusals/status.ts';
import type { ResourceType } from '../resources/resource-type.ts';

const NO_KUBELETS =
  'it has no kubelets, so no container runs and there is nothing to reach in one; a real Kubernetes is needed for that';
const NO_NETWORK = 'it has no network to pods and services; a real Kubernetes is needed for that';

/** Subresources that Kubernetes has and this server does not, with what to know or to do instead. */
const UNIMPLEMENTED: ReadonlyMap<string, string> = new Map([
  ...['attach', 'exec', 'portforward'].map((name) => [`/pods/${name}`, NO_KUBELETS] as const),
  ...['pods', 'services'].map((plural) => [`/${plural}/proxy`, NO_NETWORK] as const),
  ['/nodes/proxy', NO_KUBELETS],
  ['/pods/ephemeralcontainers', NO_KUBELETS],
  ['/pods/resize', NO_KUBELETS],
]);

/** All of them, as `pods/exec`. */
export const unimplementedSubresources: readonly string[] = [...UNIMPLEMENTED.keys()].map((key) =>
  key.slice(1),
);

/** The refusal of a subresource that exists in Kubernetes and not here; undefined for one that exists nowhere. */
export function unimplementedSubresource(type: ResourceType, subresource: string): Refusal | undefined {
  const why = UNIMPLEMENTED.get(`${type.storage}/${subresource}`);
  return why === undefined ? undefined : notImplemented(`${type.plural}/${subresource}: ${why}`);
}

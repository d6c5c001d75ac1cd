import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';

/** One thing the simulated job controller does, if the object still is the one that was looked at. Patches are merge patches. */
export type JobsWrite =
  | { readonly do: 'create'; readonly object: KubernetesObject }
  | { readonly do: 'patch'; readonly object: KubernetesObject; readonly patch: JsonObject }
  | { readonly do: 'patchStatus'; readonly object: KubernetesObject; readonly patch: JsonObject }
  | { readonly do: 'bind'; readonly object: KubernetesObject; readonly node: string }
  /** `now`: without a grace period, as a kubelet does when nothing runs any more. */
  | { readonly do: 'delete'; readonly object: KubernetesObject; readonly now?: true };

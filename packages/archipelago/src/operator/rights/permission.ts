import type { Resource } from '@archipelago/kube-client';
import type { ImporterMode } from '../options/golden-image-choices.ts';
import { type LayeringChoices, usualBuildsNamespace } from '../options/layering-choices.ts';
import type { WebhookAuthority } from './webhook-authority.ts';

/** What the operator is installed for. */
export interface Installation {
  readonly namespace: string;
  readonly platform: 'kubernetes' | 'openshift';
  /** Who imports golden images. */
  readonly importer: ImporterMode;
  /** Image with buildah that layering builds with; absent: no layering. */
  readonly layering?: string | undefined;
  /** Where it builds; absent: in the usual namespace. */
  readonly layeringNamespace?: string | undefined;
  /** Who makes the certificate of the admission webhook; absent: there is none. */
  readonly webhook?: WebhookAuthority | undefined;
  /** Whether it asks the doctor. */
  readonly doctor?: boolean | undefined;
  /** Whether it brings images to nodes, too. */
  readonly rollout?: boolean | undefined;
}

/** What of an installation is layering's, as it was chosen; undefined: nothing. */
export function layeringInstallation(
  choices: Pick<LayeringChoices, 'builderImage' | 'namespace' | 'rollout'> | undefined,
): Pick<Installation, 'layering' | 'layeringNamespace' | 'rollout'> {
  if (choices === undefined) return {};
  const { builderImage: layering, namespace: layeringNamespace, rollout } = choices;
  return { layering, layeringNamespace, rollout };
}

/** Where builds and their secrets are. */
export function buildsNamespace({
  layeringNamespace = usualBuildsNamespace,
}: Pick<Installation, 'layeringNamespace'>): string {
  return layeringNamespace;
}

/** An RBAC rule, and why the operator needs it. */
export interface Permission {
  /** Where it holds; undefined: in the whole cluster. */
  readonly namespace: string | undefined;
  readonly group: string;
  /** Plural, with the subresource where it is about one. */
  readonly resource: string;
  /** Empty: objects of every name. */
  readonly names: readonly string[];
  readonly verbs: readonly string[];
  readonly because: string;
}

/** How kinds that are mirrored are asked for. A list or a watch of one name is covered by a rule for that name. */
export const reading = ['list', 'watch'] as const;

/** A rule for objects of every name, everywhere. */
export function rule(resource: Resource, verbs: readonly string[], because: string): Permission {
  const { group, plural } = resource;
  return { namespace: undefined, group, resource: plural, names: [], verbs, because };
}

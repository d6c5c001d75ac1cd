import { isJsonObject, type JsonValue, textsAt } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import type { ImporterMode } from '../options/golden-image-choices.ts';
import { type LayeringChoices, usualBuildsNamespace } from '../options/layering-choices.ts';

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

/** Why the operator holds what it does not use. */
export const heldToGrant = 'who makes a role has to have what is in it';

/** Nobody may grant what he does not have; `namespace`: where it is granted, undefined: everywhere. */
export function granted(rules: JsonValue | undefined, namespace?: string): readonly Permission[] {
  const list: readonly JsonValue[] = Array.isArray(rules) ? rules : [];
  return list.filter(isJsonObject).flatMap(({ apiGroups, resources, verbs }) =>
    textsAt(apiGroups).flatMap((group) =>
      textsAt(resources).map((resource) => ({
        namespace,
        group,
        resource,
        names: [],
        verbs: textsAt(verbs),
        because: heldToGrant,
      })),
    ),
  );
}

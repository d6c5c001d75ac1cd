import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
} from '@archipelago/apimachinery';
import type { Mirror, NamedBy, RegistryRule } from './registry-rule.ts';

/** The list of each kind, and the references it is about. */
const kinds: Readonly<Record<string, { readonly field: string; readonly for: NamedBy }>> = {
  ImageDigestMirrorSet: { field: 'imageDigestMirrors', for: 'digest' },
  ImageTagMirrorSet: { field: 'imageTagMirrors', for: 'tag' },
  ImageContentSourcePolicy: { field: 'repositoryDigestMirrors', for: 'digest' },
};

/**
 * Rules of OpenShift's mirror objects (`config.openshift.io/v1` ImageDigestMirrorSet and ImageTagMirrorSet, and the older
 * ImageContentSourcePolicy). Entries of one source are joined, in order, each mirror once; the source is closed for the
 * references that an entry with `NeverContactSource` is about. Objects of other kinds and entries without a source are ignored.
 */
export function parseMirrorSets(objects: readonly KubernetesObject[]): readonly RegistryRule[] {
  const rules = new Map<string, RegistryRule>();
  for (const object of objects) {
    const kind = Object.hasOwn(kinds, object.kind) ? kinds[object.kind] : undefined;
    const entries = kind === undefined || !isJsonObject(object.spec) ? undefined : object.spec[kind.field];
    if (kind === undefined || !Array.isArray(entries)) continue;
    for (const rule of entries.flatMap((entry) => ruleOf(entry, kind.for)))
      rules.set(rule.prefix, joined(rules.get(rule.prefix), rule));
  }
  return [...rules.values()];
}

function ruleOf(entry: JsonValue, namedBy: NamedBy): readonly RegistryRule[] {
  if (!isJsonObject(entry) || typeof entry.source !== 'string' || entry.source === '') return [];
  return [
    {
      prefix: entry.source,
      mirrors: locationsOf(entry).map((location) => ({ location, insecure: false, for: [namedBy] })),
      insecure: false,
      blockedFor: entry.mirrorSourcePolicy === 'NeverContactSource' ? [namedBy] : [],
    },
  ];
}

function locationsOf({ mirrors }: JsonObject): readonly string[] {
  if (!Array.isArray(mirrors)) return [];
  return mirrors.filter((mirror): mirror is string => typeof mirror === 'string' && mirror !== '');
}

function joined(known: RegistryRule | undefined, added: RegistryRule): RegistryRule {
  if (known === undefined) return added;
  const isNew = (mirror: Mirror) =>
    !known.mirrors.some(
      (other) => other.location === mirror.location && other.for.join() === mirror.for.join(),
    );
  return {
    ...known,
    mirrors: [...known.mirrors, ...added.mirrors.filter(isNew)],
    blockedFor: [...new Set([...known.blockedFor, ...added.blockedFor])],
  };
}

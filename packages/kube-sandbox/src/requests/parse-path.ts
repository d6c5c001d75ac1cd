/** A path under `/api` or `/apis`, taken apart. Absent parts are undefined. */
export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  readonly namespace: string | undefined;
  readonly resource: string;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  /** Parts after the subresource. */
  readonly rest: readonly string[];
  /** The deprecated `/watch/` form. */
  readonly watch: boolean;
}

export type ParsedPath =
  | { readonly kind: 'resource'; readonly path: ResourcePath }
  | { readonly kind: 'groupVersion'; readonly group: string; readonly version: string }
  | { readonly kind: 'group'; readonly group: string }
  | { readonly kind: 'groups' }
  | { readonly kind: 'coreVersions' }
  | { readonly kind: 'other' };

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Subresources of a namespace itself, which otherwise look like resources in it. */
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize']);

function inNamespace(parts: readonly string[]): boolean {
  const [, , third] = parts;
  return parts[0] === 'namespaces' && third !== undefined && !NAMESPACE_SUBRESOURCES.has(third);
}

function parseResource(group: string, version: string, all: readonly string[]): ResourcePath {
  const watch = all[0] === 'watch' && all.length > 1;
  const parts = watch ? all.slice(1) : all;
  const inside = inNamespace(parts);
  const namespace = inside && parts[1] !== '' ? parts[1] : undefined;
  const [resource = '', name, subresource, ...rest] = inside ? parts.slice(2) : parts;
  return { group, version, namespace, resource, name, subresource, rest, watch };
}

function parseVersioned(group: string, version: string, parts: readonly string[]): ParsedPath {
  if (parts.length === 0) return { kind: 'groupVersion', group, version };
  return { kind: 'resource', path: parseResource(group, version, parts) };
}

/** Takes a request path apart; a trailing slash does not count, an empty namespace means all of them. */
export function parsePath(path: string): ParsedPath {
  const [root, ...parts] = decode(path).replace(/\/$/, '').split('/').slice(1);
  if (root === 'api') {
    const [version, ...rest] = parts;
    return version === undefined ? { kind: 'coreVersions' } : parseVersioned('', version, rest);
  }
  if (root !== 'apis') return { kind: 'other' };
  const [group, version, ...rest] = parts;
  if (group === undefined) return { kind: 'groups' };
  return version === undefined ? { kind: 'group', group } : parseVersioned(group, version, rest);
}

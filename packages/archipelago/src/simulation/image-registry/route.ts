/** What a path is about. */
export type Route =
  | { readonly kind: 'base' }
  | { readonly kind: 'token' }
  | { readonly kind: 'manifest'; readonly name: string; readonly reference: string }
  | { readonly kind: 'blob'; readonly name: string; readonly digest: string }
  | { readonly kind: 'uploads'; readonly name: string }
  | { readonly kind: 'upload'; readonly name: string; readonly id: string }
  | { readonly kind: 'tags'; readonly name: string };

const NAME_LIMIT = 255;

/** Names of repositories as distribution takes them: lower case, parts between slashes. */
export function isRepositoryName(name: string): boolean {
  const parts = name.split('/');
  return name.length <= NAME_LIMIT && parts.every((part) => /^[a-z0-9]+((\.|__?|-+)[a-z0-9]+)*$/.test(part));
}

/** Whether a text can be a tag. */
export function isTag(text: string): boolean {
  return /^\w[\w.-]{0,127}$/.test(text);
}

function isReference(text: string): boolean {
  return isTag(text) || text.includes(':');
}

/** The end of a path, after the repository's name. */
function tailRoute(name: string, kind: string, last: string): Route | undefined {
  if (!isRepositoryName(name)) return undefined;
  if (kind === 'manifests' && isReference(last)) return { kind: 'manifest', name, reference: last };
  if (kind === 'blobs' && last.includes(':')) return { kind: 'blob', name, digest: last };
  return kind === 'tags' && last === 'list' ? { kind: 'tags', name } : undefined;
}

function uploadRoute(path: string): Route | undefined {
  const [, name, id] = /^\/v2\/(.+)\/blobs\/uploads\/([^/]*)$/.exec(path) ?? [];
  if (name === undefined || id === undefined || !isRepositoryName(name)) return undefined;
  return id === '' ? { kind: 'uploads', name } : { kind: 'upload', name, id };
}

/** Undefined: no path of the interface. */
export function routeOf(path: string): Route | undefined {
  if (path === '/v2/') return { kind: 'base' };
  if (path === '/token') return { kind: 'token' };
  const upload = uploadRoute(path);
  if (upload !== undefined) return upload;
  const [, name, kind, last] = /^\/v2\/(.+)\/([a-z]+)\/([^/]+)$/.exec(path) ?? [];
  return name === undefined || kind === undefined || last === undefined
    ? undefined
    : tailRoute(name, kind, last);
}

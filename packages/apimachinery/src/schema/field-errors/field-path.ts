/** The path of a field of `path`, as the API server prints it: `spec.a`. The root is the empty path. */
export function childPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** The path of an item: `spec.a[0]`. */
export function indexPath(path: string, index: number): string {
  return `${path}[${index}]`;
}

/** The path of a map's value: `spec.m[key]`. */
export function keyPath(path: string, key: string): string {
  return `${path}[${key}]`;
}

/** The path as it stands in an error: the root has none, and Go prints that as `<nil>`. */
export function printedPath(path: string): string {
  return path === '' ? '<nil>' : path;
}

import type { ResourceType } from './resource-type.ts';
import type { ServedApi } from './served-api.ts';

/** A group as discovery shows it: its versions, the preferred one first. */
export interface ServedGroup {
  readonly group: string;
  readonly versions: readonly string[];
}

function address(group: string, version: string, plural: string): string {
  return `${group}/${version}/${plural}`;
}

/** Orders versions as discovery does: `v2` before `v1` before `v1beta1` before anything else. */
function compareVersions(a: string, b: string): number {
  const rank = (version: string): readonly number[] => {
    const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
    if (match === null) return [-1];
    const stage = match[2] === undefined ? 2 : match[2] === 'beta' ? 1 : 0;
    return [stage, Number(match[1]), Number(match[3] ?? 0)];
  };
  const left = rank(a);
  const right = rank(b);
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (right[index] ?? 0) - (left[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a < b ? -1 : 1;
}

/** What the server serves now: the built-in types, those of established CustomResourceDefinitions, and what code of its user answers. */
export class Registry {
  readonly #types = new Map<string, ResourceType>();
  readonly #listeners = new Set<() => void>();
  readonly #apis: readonly ServedApi[];

  /** `apis`: what code of the server's user answers. */
  constructor(builtIn: readonly ResourceType[], apis: readonly ServedApi[] = []) {
    this.#apis = apis;
    for (const type of builtIn) this.#types.set(address(type.group, type.version, type.plural), type);
  }

  find(group: string, version: string, plural: string): ResourceType | undefined {
    return this.#types.get(address(group, version, plural));
  }

  /** The type of an apiVersion and kind. */
  findKind(apiVersion: string, kind: string): ResourceType | undefined {
    const at = apiVersion.indexOf('/');
    const group = at === -1 ? '' : apiVersion.slice(0, at);
    const version = apiVersion.slice(at + 1);
    return this.all().find((type) => type.kind === kind && type.group === group && type.version === version);
  }

  all(): readonly ResourceType[] {
    return [...this.#types.values()];
  }

  /** One type per stored resource. */
  stored(): readonly ResourceType[] {
    return [...new Map(this.all().map((type) => [type.storage, type])).values()];
  }

  inGroupVersion(group: string, version: string): readonly ResourceType[] {
    return this.all().filter((type) => type.group === group && type.version === version);
  }

  /** The API that covers a version of a group. */
  api(group: string, version: string): ServedApi | undefined {
    return this.#apis.find((api) => api.group === group && api.version === version);
  }

  /** All groups but the core one. */
  groups(): readonly ServedGroup[] {
    const groups = new Map<string, Set<string>>();
    const custom = [...this.all().filter((type) => type.custom), ...this.#apis];
    // others by name, as clients take the first of several that know a resource
    const byName = custom.sort((a, b) => (a.group < b.group ? -1 : a.group > b.group ? 1 : 0));
    for (const type of [...this.all().filter((one) => !one.custom), ...byName]) {
      if (type.group === '') continue;
      const versions = groups.get(type.group) ?? new Set();
      groups.set(type.group, versions.add(type.version));
    }
    return [...groups].map(([group, versions]) => ({ group, versions: [...versions].sort(compareVersions) }));
  }

  /** Serves a CustomResourceDefinition's types instead of those served for it before. */
  replace(storage: string, types: readonly ResourceType[]): void {
    for (const [key, type] of this.#types) {
      if (type.custom && type.storage === storage) this.#types.delete(key);
    }
    for (const type of types) this.#types.set(address(type.group, type.version, type.plural), type);
    for (const listener of [...this.#listeners]) listener();
  }

  /** Called whenever what is served changes. Returns the unsubscription. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

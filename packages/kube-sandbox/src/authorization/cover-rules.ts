import { type JsonObject, textsAt } from '@archipelago/apimachinery';

/** What one rule grants of one resource, or of one path. */
interface Right {
  readonly verb: string;
  readonly group?: string;
  readonly resource?: string;
  /** Undefined: objects of every name. */
  readonly name?: string;
  readonly path?: string;
}

/** Rules of `wanted` that are not within those of `held`, as a server tells them. */
export function uncoveredRules(
  held: readonly JsonObject[],
  wanted: readonly JsonObject[],
): readonly string[] {
  const missing = wanted.flatMap(rightsOf).filter((right) => !held.some((rule) => covers(rule, right)));
  return compact(missing).map(printRight).sort();
}

function rightsOf(rule: JsonObject): readonly Right[] {
  const verbs = textsAt(rule, 'verbs');
  const names = textsAt(rule, 'resourceNames');
  const named = names.length === 0 ? [undefined] : names;
  const ofResources = textsAt(rule, 'apiGroups').flatMap((group) =>
    textsAt(rule, 'resources').flatMap((resource) =>
      named.map((name) => ({ group, resource, ...(name === undefined ? {} : { name }) })),
    ),
  );
  const ofPaths = textsAt(rule, 'nonResourceURLs').map((path) => ({ path }));
  return [...ofResources, ...ofPaths].flatMap((what) => verbs.map((verb) => ({ verb, ...what })));
}

function covers(rule: JsonObject, right: Right): boolean {
  if (!contains(textsAt(rule, 'verbs'), right.verb)) return false;
  if (right.path !== undefined) return coversPath(textsAt(rule, 'nonResourceURLs'), right.path);
  return (
    contains(textsAt(rule, 'apiGroups'), right.group ?? '') &&
    coversResource(textsAt(rule, 'resources'), right.resource ?? '') &&
    coversName(textsAt(rule, 'resourceNames'), right.name)
  );
}

function contains(list: readonly string[], value: string): boolean {
  return list.includes('*') || list.includes(value);
}

function coversResource(resources: readonly string[], resource: string): boolean {
  const [, subresource] = resource.split('/');
  return (
    contains(resources, resource) || (subresource !== undefined && resources.includes(`*/${subresource}`))
  );
}

/** Some names are no right to all of them. */
function coversName(names: readonly string[], name: string | undefined): boolean {
  return names.length === 0 || (name !== undefined && names.includes(name));
}

function coversPath(patterns: readonly string[], path: string): boolean {
  return patterns.some(
    (pattern) =>
      pattern === path || (pattern.endsWith('*') && path.replace(/\*$/, '').startsWith(pattern.slice(0, -1))),
  );
}

/** Rights to the same thing as one, with all their verbs; those to paths stay apart. */
function compact(rights: readonly Right[]): readonly (readonly Right[])[] {
  const byThing = new Map<string, Right[]>();
  for (const right of rights) {
    const { verb, ...thing } = right;
    const key = JSON.stringify(right.path === undefined ? thing : right);
    const others = byThing.get(key) ?? [];
    if (!others.some((other) => other.verb === verb)) others.push(right);
    byThing.set(key, others);
  }
  return [...byThing.values()];
}

function printRight(rights: readonly Right[]): string {
  const { group, resource, name, path } = rights[0] ?? { verb: '' };
  const verbs = `Verbs:[${rights.map(({ verb }) => JSON.stringify(verb)).join(' ')}]`;
  if (path !== undefined) return `{NonResourceURLs:[${JSON.stringify(path)}], ${verbs}}`;
  const names = name === undefined ? '' : `, ResourceNames:[${JSON.stringify(name)}]`;
  return `{APIGroups:[${JSON.stringify(group)}], Resources:[${JSON.stringify(resource)}]${names}, ${verbs}}`;
}

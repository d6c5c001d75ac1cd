import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { HttpClient } from './http-client.ts';

/** A resource as discovery describes it. */
interface FoundResource {
  readonly base: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

const objects = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** Finds a resource as kubectl does, by plural, singular, kind, short name, or `plural.version.group`, through discovery. */
export async function lookUpResource(client: HttpClient, word: string): Promise<FoundResource> {
  const { groups } = await client.expectOk('GET', '/apis');
  const bases = objects(groups).flatMap((group) =>
    objects(group.versions).map((version) => `/apis/${version.groupVersion}`),
  );
  for (const base of ['/api/v1', ...bases]) {
    const list = await client.expectOk('GET', base);
    const [group = '', version = ''] = base === '/api/v1' ? ['', 'v1'] : base.split('/').slice(2);
    const found = objects(list.resources).find((resource) =>
      answersTo(resource, word.toLowerCase(), `${version}.${group}`),
    );
    if (found !== undefined) {
      const { kind, name, namespaced } = found;
      return {
        base,
        group,
        version,
        kind: String(kind),
        plural: String(name),
        namespaced: namespaced === true,
      };
    }
  }
  throw new Error(`the server has no resource ${word}`);
}

function answersTo(resource: JsonObject, word: string, versionAndGroup: string): boolean {
  const { name, singularName, kind, shortNames } = resource;
  if (String(name).includes('/')) return false;
  const short = Array.isArray(shortNames) ? shortNames : [];
  const names = [name, singularName, `${name}.${versionAndGroup}`, String(kind).toLowerCase(), ...short];
  return names.includes(word);
}

/** The address of a named object, or of the collection when the name is left out. */
export function objectPath(resource: FoundResource, namespace: string, name?: string): string {
  const scope = resource.namespaced ? `/namespaces/${namespace}` : '';
  return `${resource.base}${scope}/${resource.plural}${name === undefined ? '' : `/${name}`}`;
}

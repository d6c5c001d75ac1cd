import { isJsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { ApiResult } from './kubernetes-status.ts';
import { groupVersionPath, type Resource } from './resource.ts';

/** Reads the resources of a group and version; refused with 404 when there is no such group. */
type ReadGroupVersion = (path: string) => Promise<ApiResult<JsonValue>>;

/** Says whether a resource is served, with one request per group and version at a time. */
export function createServedLookup(
  read: ReadGroupVersion,
): (resource: Resource) => Promise<ApiResult<boolean>> {
  const underWay = new Map<string, Promise<ApiResult<JsonValue>>>();
  const readShared = (path: string) => {
    const running = underWay.get(path);
    if (running !== undefined) {
      return running;
    }
    const started = read(path).finally(() => underWay.delete(path));
    underWay.set(path, started);
    return started;
  };
  return async (resource) => {
    const answer = await readShared(groupVersionPath(resource));
    if (answer.ok) {
      return { ok: true, value: lists(answer.value, resource.plural) };
    }
    return answer.status.code === 404 ? { ok: true, value: false } : answer;
  };
}

function lists(answer: JsonValue, plural: string): boolean {
  const resources = isJsonObject(answer) ? answer.resources : undefined;
  return (
    Array.isArray(resources) &&
    resources.some((resource: JsonValue) => isJsonObject(resource) && resource.name === plural)
  );
}

import type { Verb } from '../resources/resource-type.ts';
import type { ResourcePath } from './parse-path.ts';
import { isTrue } from './write-options.ts';

/** What a request does to a resource; undefined for methods the API does not have. */
export function verbOf(method: string, path: ResourcePath, query: URLSearchParams): Verb | undefined {
  const one = path.name !== undefined;
  switch (method) {
    case 'GET':
      if (path.watch) return 'watch';
      if (one) return 'get';
      return isTrue(query.get('watch')) ? 'watch' : 'list';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return one ? 'delete' : 'deletecollection';
    default:
      return undefined;
  }
}

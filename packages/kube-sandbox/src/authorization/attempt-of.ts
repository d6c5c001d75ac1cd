import type { Refusal } from '../refusals/refusal.ts';
import { forbidden, refuse } from '../refusals/status.ts';
import type { ApiRequest, User } from '../requests/api-request.ts';
import { parsePath, type ResourcePath } from '../requests/parse-path.ts';
import { verbOf } from '../requests/verb.ts';
import type { Attempt } from './authorize.ts';

/** A list or a watch of one name is allowed by a rule for that name. */
function nameSelected({ method, query }: ApiRequest, { subresource }: ResourcePath): string {
  if (method !== 'GET' || subresource !== undefined) return '';
  return /^metadata\.name==?([^,!=]+)$/.exec(query.get('fieldSelector') ?? '')?.[1] ?? '';
}

function resourceAttempt(request: ApiRequest, path: ResourcePath): Attempt {
  const resource = path.subresource === undefined ? path.resource : `${path.resource}/${path.subresource}`;
  return {
    kind: 'resource',
    verb: verbOf(request.method, path, request.query) ?? request.method.toLowerCase(),
    group: path.group,
    resource,
    // A namespace itself is looked at from inside.
    namespace: path.namespace ?? (path.resource === 'namespaces' ? (path.name ?? '') : ''),
    name: path.name ?? nameSelected(request, path),
  };
}

/** What a request wants to do. */
export function attemptOf(request: ApiRequest): Attempt {
  const parsed = parsePath(request.path);
  if (parsed.kind === 'resource') return resourceAttempt(request, parsed.path);
  return { kind: 'path', verb: request.method.toLowerCase(), path: request.path };
}

/** The refusal of something a user may not do. */
export function notAllowed(user: User, attempt: Attempt): Refusal {
  const who = `User ${JSON.stringify(user.name)} cannot`;
  if (attempt.kind === 'path') {
    const message = `forbidden: ${who} ${attempt.verb} path ${JSON.stringify(attempt.path)}`;
    return refuse({ code: 403, message, reason: 'Forbidden', details: {} });
  }
  const [resource = ''] = attempt.resource.split('/');
  const scope =
    attempt.namespace === ''
      ? 'at the cluster scope'
      : `in the namespace ${JSON.stringify(attempt.namespace)}`;
  const problem = `${who} ${attempt.verb} resource ${JSON.stringify(attempt.resource)} in API group ${JSON.stringify(attempt.group)} ${scope}`;
  return forbidden({ group: attempt.group, resource }, attempt.name, problem);
}

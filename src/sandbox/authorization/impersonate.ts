import type { Refusal } from '../refusal.ts';
import type { ApiRequest, User } from '../rest/api-request.ts';
import { notAllowed } from './attempt-of.ts';
import type { Attempt, Authorizer } from './authorize.ts';

function listOf(header: string | undefined): readonly string[] {
  return header === undefined
    ? []
    : header
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '');
}

function groupsOf(name: string): readonly string[] {
  const match = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(name);
  if (match === null) return [];
  return ['system:serviceaccounts', `system:serviceaccounts:${match[1]}`];
}

/** The user a request is for: the caller, or whom it acts as when it may. */
export function impersonate(request: ApiRequest, caller: User, authorizer: Authorizer): User | Refusal {
  const name = request.headers['impersonate-user'];
  if (name === undefined) return caller;
  const attempt: Attempt = {
    kind: 'resource',
    verb: 'impersonate',
    group: '',
    resource: 'users',
    namespace: '',
    name,
  };
  if (!authorizer.allows(caller, attempt)) return notAllowed(caller, attempt);
  const wanted = listOf(request.headers['impersonate-group']);
  const groups = [...(wanted.length === 0 ? groupsOf(name) : wanted)];
  if (name !== 'system:anonymous' && !groups.includes('system:authenticated'))
    groups.push('system:authenticated');
  const uid = request.headers['impersonate-uid'];
  return { name, groups, ...(uid === undefined ? {} : { uid }) };
}

import { quote } from '@archipelago/apimachinery';
import type { Refusal } from '../refusals/refusal.ts';
import { badRequest } from '../refusals/status.ts';
import type { ApiRequest, User } from '../requests/api-request.ts';
import { notAllowed } from './attempt-of.ts';
import type { Attempt, Authorizer } from './authorize.ts';

const EXTRA = 'impersonate-extra-';
const AUTHENTICATION = 'authentication.k8s.io';
const ANONYMOUS = 'system:anonymous';
const AUTHENTICATED = 'system:authenticated';
const UNAUTHENTICATED = 'system:unauthenticated';

function listOf(header: string | undefined): readonly string[] {
  return header === undefined
    ? []
    : header
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '');
}

/** Whom a request wants to act as, as its headers say. */
interface Wish {
  readonly name: string;
  readonly groups: readonly string[];
  readonly uid: string;
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Keys are percent-encoded, since header names cannot hold all of them. */
function extraKey(header: string): string {
  const key = header.slice(EXTRA.length);
  try {
    return decodeURIComponent(key).toLowerCase();
  } catch {
    return key;
  }
}

function readWish({ headers }: ApiRequest): Wish {
  const extra = Object.entries(headers)
    .filter(([name]) => name.startsWith(EXTRA))
    .map(([name, value]) => [extraKey(name), listOf(value)] as const);
  return {
    name: headers['impersonate-user'] ?? '',
    groups: listOf(headers['impersonate-group']),
    uid: headers['impersonate-uid'] ?? '',
    extra: Object.fromEntries(extra),
  };
}

interface ServiceAccount {
  readonly namespace: string;
  readonly name: string;
}

function serviceAccountOf(user: string): ServiceAccount | undefined {
  const [, namespace, name] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user) ?? [];
  return namespace === undefined || name === undefined ? undefined : { namespace, name };
}

function impersonation(resource: string, name: string, namespace = ''): Attempt {
  const group = /^(uids|userextras\/.*)$/.test(resource) ? AUTHENTICATION : '';
  return { kind: 'resource', verb: 'impersonate', group, resource, namespace, name };
}

/** Each part of the wish is a right of its own: whoever may act as a user may not choose that user's groups. */
function attemptsOf({ name, groups, uid, extra }: Wish): readonly Attempt[] {
  const account = serviceAccountOf(name);
  return [
    account === undefined
      ? impersonation('users', name)
      : impersonation('serviceaccounts', account.name, account.namespace),
    ...groups.map((group) => impersonation('groups', group)),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((value) => impersonation(`userextras/${key}`, value)),
    ),
    ...(uid === '' ? [] : [impersonation('uids', uid)]),
  ];
}

function groupsOf({ name, groups }: Wish): readonly string[] {
  const account = serviceAccountOf(name);
  const own =
    account === undefined ? [] : ['system:serviceaccounts', `system:serviceaccounts:${account.namespace}`];
  const chosen = groups.length === 0 ? own : groups;
  if (chosen.includes(AUTHENTICATED) || chosen.includes(UNAUTHENTICATED)) return chosen;
  return [...chosen, name === ANONYMOUS ? UNAUTHENTICATED : AUTHENTICATED];
}

function userOf(wish: Wish): User {
  const { name, uid, extra } = wish;
  return {
    name,
    groups: groupsOf(wish),
    ...(uid === '' ? {} : { uid }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

/** The wish as Go prints it. */
function goText({ name, uid, groups, extra }: Wish): string {
  const list = (texts: readonly string[]) => `[]string{${texts.map(quote).join(', ')}}`;
  const keys = Object.entries(extra).map(([key, values]) => `${quote(key)}:${list(values)}`);
  const groupText = groups.length === 0 ? '[]string(nil)' : list(groups);
  const extraText =
    keys.length === 0 ? 'map[string][]string(nil)' : `map[string][]string{${keys.join(', ')}}`;
  return `&user.DefaultInfo{Name:${quote(name)}, UID:${quote(uid)}, Groups:${groupText}, Extra:${extraText}}`;
}

/** The user a request is for: the caller, or whom it acts as when it may. */
export function impersonate(request: ApiRequest, caller: User, authorizer: Authorizer): User | Refusal {
  const wish = readWish(request);
  if (wish.name === '') {
    const bare = wish.groups.length === 0 && wish.uid === '' && Object.keys(wish.extra).length === 0;
    return bare ? caller : badRequest(`requested ${goText(wish)} without impersonating a user name`);
  }
  const forbidden = attemptsOf(wish).find((attempt) => !authorizer.allows(caller, attempt));
  return forbidden === undefined ? userOf(wish) : notAllowed(caller, forbidden);
}

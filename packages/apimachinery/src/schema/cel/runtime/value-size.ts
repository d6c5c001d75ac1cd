import { type CelValue, isList, isMap, isMessage } from '../values/cel-value.ts';

/** More members than any request can hold. */
const mostMembers = 5_000_000;

function membersOf(value: CelValue): readonly CelValue[] {
  if (isList(value)) return value.items;
  if (isMessage(value)) return [...value.fields.values()];
  // Objects of the request are no larger than the request.
  if (!isMap(value) || value.source !== undefined) return [];
  return value.keys().map((key) => value.find(key) ?? null);
}

function hasMembers(value: CelValue): boolean {
  return isList(value) || isMap(value) || isMessage(value);
}

/**
 * Whether walking all members would take longer than any request can. Lists built by expressions can hold the same list
 * many times over (`[a, a]` of `[b, b]` …), and so have more members than could ever be made one by one.
 */
export function isTooLargeToWalk(values: readonly CelValue[]): boolean {
  let left = mostMembers;
  const rest: CelValue[] = values.filter(hasMembers);
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    const members = membersOf(value);
    left -= members.length;
    if (left < 0) return true;
    for (const member of members) if (hasMembers(member)) rest.push(member);
  }
  return false;
}

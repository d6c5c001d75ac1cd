import { isJsonObject, type JsonObject, textAt } from '@archipelago/apimachinery';

/** What somebody wants to hear no more of, in a file. */
export interface IgnoreEntry {
  readonly code: string;
  /** `StorageClass/rbd`, `VirtualMachine/app/*`; undefined: whatever the finding is about. */
  readonly object?: string;
  readonly reason: string;
  /** The last day, as `2027-01-31`. */
  readonly until?: string;
  /** The file. */
  readonly by: string;
}

type ParsedEntries =
  | { readonly ok: true; readonly entries: readonly IgnoreEntry[] }
  /** Sentences, one for each entry that is wrong. */
  | { readonly ok: false; readonly problems: readonly string[] };

const members = ['code', 'object', 'reason', 'until'];

/** Reads a list of entries, each with `code` and `reason`, and maybe `object` and `until`. */
export function parseIgnoreEntries(values: readonly unknown[], by: string): ParsedEntries {
  const problems: string[] = [];
  const entries = values.flatMap((value, index): readonly IgnoreEntry[] => {
    const problem = problemOf(value);
    if (problem === undefined && isJsonObject(value)) return [entryOf(value, by)];
    problems.push(`${by}: entry ${index + 1} ${problem}`);
    return [];
  });
  return problems.length === 0 ? { ok: true, entries } : { ok: false, problems };
}

function entryOf(value: JsonObject, by: string): IgnoreEntry {
  const { object, until } = value;
  return {
    code: textAt(value, 'code'),
    reason: textAt(value, 'reason'),
    by,
    ...(typeof object === 'string' ? { object } : {}),
    ...(typeof until === 'string' ? { until } : {}),
  };
}

function problemOf(value: unknown): string | undefined {
  if (!isJsonObject(value)) return 'is no object: write code and reason';
  const other = Object.keys(value).find((name) => !members.includes(name));
  if (other !== undefined) return `has ${other}, which nobody reads: ${members.join(', ')} are there`;
  if (textAt(value, 'code') === '') return 'lacks its code, such as VD309';
  if (textAt(value, 'reason').trim() === '') return 'lacks its reason: say why it is ignored';
  return problemOfPlace(value);
}

function problemOfPlace({ object, until }: JsonObject): string | undefined {
  if (object !== undefined && (typeof object !== 'string' || !object.includes('/')))
    return 'has an object that is none: write Kind/name or Kind/namespace/name';
  if (until !== undefined && (typeof until !== 'string' || lastMomentOf(until) === undefined))
    return 'has an until that is no day: write it as 2027-01-31';
  return undefined;
}

const day = 24 * 60 * 60_000;

/** The end of a day as `2027-01-31`, in UTC, in milliseconds since 1970. Undefined: there is no such day. */
export function lastMomentOf(until: string): number | undefined {
  const begin = /^\d{4}-\d{2}-\d{2}$/.test(until) ? Date.parse(`${until}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(begin) || new Date(begin).toISOString().slice(0, 10) !== until) return undefined;
  return begin + day;
}

import type { FieldError } from '@archipelago/apimachinery';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, internal, invalid } from '../refusals/status.ts';
import { forbiddenField, notSupported } from '../validation/field-errors.ts';
import { selectorProblem } from './selection.ts';
import { isTrue } from './write-options.ts';

/** Options of a list or watch, checked. */
export interface ListOptions {
  readonly limit: number;
  readonly continueToken: string;
  /** undefined when not given. */
  readonly resourceVersion: number | undefined;
  readonly match: '' | 'Exact' | 'NotOlderThan';
  readonly sendInitialEvents: boolean | undefined;
  readonly allowWatchBookmarks: boolean;
  readonly timeoutSeconds: number | undefined;
}

function parseInteger(text: string): number | Refusal {
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  return badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
}

function integer(query: URLSearchParams, name: string): number | undefined | Refusal {
  const text = query.get(name) ?? '';
  return text === '' ? undefined : parseInteger(text);
}

const MATCH = 'resourceVersionMatch';

function forbiddenMatch(holds: boolean, detail: string): readonly FieldError[] {
  return holds ? [forbiddenField(MATCH, detail)] : [];
}

function unsupportedMatch(match: string, supported: readonly string[]): readonly FieldError[] {
  return supported.includes(match) ? [] : [notSupported(MATCH, match, supported)];
}

function listErrors(query: URLSearchParams): readonly FieldError[] {
  const match = query.get(MATCH) ?? '';
  const version = query.get('resourceVersion') ?? '';
  if (query.has('sendInitialEvents')) {
    return [forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list')];
  }
  if (match === '') return [];
  const zero = match === 'Exact' && version === '0';
  return [
    ...forbiddenMatch(version === '', `${MATCH} is forbidden unless resourceVersion is provided`),
    ...forbiddenMatch(Boolean(query.get('continue')), `${MATCH} is forbidden when continue is provided`),
    ...unsupportedMatch(match, ['Exact', 'NotOlderThan', '']),
    ...forbiddenMatch(zero, `${MATCH} "exact" is forbidden for resourceVersion "0"`),
  ];
}

function watchErrors(query: URLSearchParams): readonly FieldError[] {
  const match = query.get(MATCH) ?? '';
  const initial = query.has('sendInitialEvents');
  const needed = forbiddenMatch(
    initial && match !== 'NotOlderThan',
    `sendInitialEvents requires setting ${MATCH} to NotOlderThan`,
  );
  if (match === '') return needed;
  return [
    ...needed,
    ...forbiddenMatch(!initial, `${MATCH} is forbidden for watch unless sendInitialEvents is provided`),
    ...unsupportedMatch(match, ['NotOlderThan']),
    ...forbiddenMatch(Boolean(query.get('continue')), `${MATCH} is forbidden when continue is provided`),
  ];
}

/** The resourceVersion parameter as a number; the refusal is worded for lists. */
export function parseResourceVersion(
  text: string | null,
  worded: 'list' | 'other',
): number | undefined | Refusal {
  if (text === null || text === '') return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const problem = `resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`;
  return worded === 'list' ? badRequest(`invalid resource version: ${problem}`) : internal(problem);
}

function matchOf(query: URLSearchParams): ListOptions['match'] {
  const match = query.get('resourceVersionMatch');
  return match === 'Exact' || match === 'NotOlderThan' ? match : '';
}

/** What does not go together; what cannot be read is told before it. */
function optionsProblem(query: URLSearchParams, watch: boolean): Refusal | undefined {
  const errors = watch ? watchErrors(query) : listErrors(query);
  if (errors.length === 0) return undefined;
  return selectorProblem(query) ?? invalid({ group: 'meta.k8s.io', resource: 'ListOptions' }, '', errors);
}

/** Reads and checks the options of a list or a watch. */
export function readListOptions(query: URLSearchParams, watch: boolean): ListOptions | Refusal {
  const limit = integer(query, 'limit');
  if (limit instanceof Refusal) return limit;
  const timeoutSeconds = integer(query, 'timeoutSeconds');
  if (timeoutSeconds instanceof Refusal) return timeoutSeconds;
  const refused = optionsProblem(query, watch);
  if (refused !== undefined) return refused;
  const resourceVersion = parseResourceVersion(query.get('resourceVersion'), watch ? 'other' : 'list');
  if (resourceVersion instanceof Refusal) return resourceVersion;
  return {
    limit: Math.max(limit ?? 0, 0),
    continueToken: query.get('continue') ?? '',
    resourceVersion,
    match: matchOf(query),
    sendInitialEvents: query.has('sendInitialEvents') ? isTrue(query.get('sendInitialEvents')) : undefined,
    allowWatchBookmarks: isTrue(query.get('allowWatchBookmarks')),
    timeoutSeconds,
  };
}

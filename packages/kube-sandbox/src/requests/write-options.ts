import type { FieldError } from '@archipelago/apimachinery';
import type { Refusal } from '../refusals/refusal.ts';
import { invalid } from '../refusals/status.ts';
import { forbiddenField, invalidValue, notSupported, required, tooLong } from '../validation/field-errors.ts';
import type { ApiRequest } from './api-request.ts';

type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** Options of POST, PUT and PATCH. */
export interface WriteOptions {
  readonly dryRun: boolean;
  /** Who owns the fields: the parameter, or the program in the User-Agent. */
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
  readonly force: boolean;
  /** A server-side apply: nulls are checked instead of dropped. */
  readonly nulls?: 'kept';
}

type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions';

const VALIDATIONS = ['Ignore', 'Strict', 'Warn'] as const;
const MANAGER_LIMIT = 128;

/** Refusals of `dryRun`, shared with DELETE. */
export function dryRunErrors(dryRun: readonly string[]): readonly FieldError[] {
  return dryRun.every((value) => value === 'All') ? [] : [notSupported('dryRun', [...dryRun], ['All'])];
}

function managerErrors(manager: string): readonly FieldError[] {
  const long = new TextEncoder().encode(manager).length > MANAGER_LIMIT;
  const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u.exec(manager);
  return [
    ...(long ? [tooLong('fieldManager', MANAGER_LIMIT)] : []),
    ...(unprintable === null ? [] : [unprintableError(manager, unprintable.index)]),
  ];
}

/** Names the character and its place in bytes. */
function unprintableError(manager: string, index: number): FieldError {
  const code = (manager.codePointAt(index) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const place = Buffer.byteLength(manager.slice(0, index));
  return invalidValue('fieldManager', manager, `invalid character U+${code} (at position ${place})`);
}

function applyErrors(query: URLSearchParams, kind: OptionsKind, apply: boolean): readonly FieldError[] {
  if (kind !== 'PatchOptions') return [];
  if (apply)
    return query.get('fieldManager') ? [] : [required('fieldManager', 'is required for apply patch')];
  return query.has('force') ? [forbiddenField('force', 'may not be specified for non-apply patch')] : [];
}

/** The program's name at the start of a User-Agent. */
function program(request: ApiRequest): string {
  const agent = request.headers['user-agent'] ?? 'unknown';
  return (agent.split('/')[0] ?? '').slice(0, MANAGER_LIMIT);
}

/** Reads the options in the query; `apply` for server-side apply. */
export function readWriteOptions(
  request: ApiRequest,
  kind: OptionsKind,
  apply = false,
): WriteOptions | Refusal {
  const { query } = request;
  const dryRun = query.getAll('dryRun');
  const manager = query.get('fieldManager') ?? '';
  const wanted = query.get('fieldValidation') ?? '';
  const fieldValidation = wanted === '' ? 'Warn' : VALIDATIONS.find((known) => known === wanted);
  const errors = [
    ...applyErrors(query, kind, apply),
    ...dryRunErrors(dryRun),
    ...managerErrors(manager),
    ...(fieldValidation === undefined ? [notSupported('fieldValidation', wanted, ['', ...VALIDATIONS])] : []),
  ];
  if (errors.length > 0) return invalid({ group: 'meta.k8s.io', resource: kind }, '', errors);
  return {
    dryRun: dryRun.length > 0,
    fieldManager: manager === '' ? program(request) : manager,
    fieldValidation: fieldValidation ?? 'Warn',
    force: isTrue(query.get('force')),
  };
}

/** A boolean query parameter as the API server reads it: anything but `false` and `0`. */
export function isTrue(value: string | null): boolean {
  return value !== null && value.toLowerCase() !== 'false' && value !== '0';
}

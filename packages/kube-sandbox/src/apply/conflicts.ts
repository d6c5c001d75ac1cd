import { compareBytes, quote } from '@archipelago/apimachinery';
import { type FieldSet, fieldPathText } from './field-set.ts';
import type { Manager, Managers } from './managers.ts';

/** One field that somebody else owns, as it stands in `status.details.causes`. */
export interface ConflictCause {
  /** `.spec.containers[name="a"].image` */
  readonly field: string;
  readonly reason: 'FieldManagerConflict';
  readonly message: string;
}

/** What stands against an apply. */
interface ApplyConflict {
  readonly message: string;
  readonly causes: readonly ConflictCause[];
}

/** The API server's words for fields that others own; the fields by the identity of their manager. */
export function describeConflicts(
  conflicts: ReadonlyMap<string, FieldSet>,
  managers: Managers,
): ApplyConflict {
  const parties = [...conflicts]
    .sort(([left], [right]) => compareBytes(left, right))
    .map(([id, fields]) => ({
      who: managerText(managers.get(id)),
      fields: fields.paths().map(fieldPathText),
    }));
  const causes = parties.flatMap(({ who, fields }) =>
    fields.map(
      (field): ConflictCause => ({ field, reason: 'FieldManagerConflict', message: `conflict with ${who}` }),
    ),
  );
  const [only, ...others] = causes;
  if (only !== undefined && others.length === 0) {
    return { message: `Apply failed with 1 conflict: ${only.message}: ${only.field}`, causes };
  }
  const lines = parties.flatMap(({ who, fields }) => [
    `conflicts with ${who}:`,
    ...fields.map((field) => `- ${field}`),
  ]);
  return { message: `Apply failed with ${causes.length} conflicts: ${lines.join('\n')}`, causes };
}

function managerText(manager: Manager | undefined): string {
  if (manager === undefined) return '""';
  const subresource = manager.subresource === '' ? '' : ` with subresource ${quote(manager.subresource)}`;
  const version = manager.operation === 'Update' ? ` using ${manager.apiVersion}` : '';
  return `${quote(manager.name)}${subresource}${version}`;
}

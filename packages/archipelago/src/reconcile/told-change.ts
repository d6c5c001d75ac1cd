import { visibleText } from '@archipelago/apimachinery';
import { printChange } from '../api/print-change.ts';
import { printFieldPath } from '../config/framework/field-path.ts';
import type { FieldChange } from '../engine/plan/action.ts';
import { toldValue } from './told-value.ts';

/** A field that was changed, as logs and events tell it. */
interface ToldChange {
  readonly field: string;
  /** `1 → 5`: bounded, without logins, and without what would steer a terminal. */
  readonly change: string;
  /** Why: who has changed it, or what asks for it. */
  readonly why: string;
}

const longestField = 120;
const longestWhy = 120;

/** Tells one; of a revert, who is to blame. */
export function toldChange(change: FieldChange, isRevert: boolean): ToldChange {
  const { path, before, after } = change;
  const values = printChange(toldValue(path, before), toldValue(path, after));
  return {
    field: bounded(printFieldPath(path), longestField),
    change: visibleText(values),
    why: bounded(isRevert ? blame(change) : reason(change), longestWhy),
  };
}

function blame({ changedBy }: FieldChange): string {
  return `${changedBy === undefined ? 'somebody else' : changedBy} changed it`;
}

function reason({ because }: FieldChange): string {
  return because === undefined ? 'nothing asks for it' : `because: ${because}`;
}

function bounded(text: string, longest: number): string {
  const visible = visibleText(text);
  return visible.length <= longest ? visible : `${visible.slice(0, longest)}…`;
}

const mostFields = 3;

/** `: spec.a 1 → 5, kubectl-edit changed it; spec.b …; and 2 more`, to stand behind an object's name; empty where nothing is known. */
export function printToldChanges(changes: readonly FieldChange[], isRevert: boolean): string {
  const told = changes.slice(0, mostFields).map((change) => toldChange(change, isRevert));
  const parts = told.map(({ field, change, why }, index) =>
    // of neighbours with the same cause the last one names it
    told[index + 1]?.why === why ? `${field} ${change}` : `${field} ${change}, ${why}`,
  );
  const more = changes.length > mostFields ? [`and ${changes.length - mostFields} more`] : [];
  return parts.length === 0 ? '' : `: ${[...parts, ...more].join('; ')}`;
}

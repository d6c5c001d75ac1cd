import {
  canonicalJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  valueAt,
} from '@archipelago/apimachinery';
import { printCause } from '../../config/framework/cause.ts';
import { type FieldPath, printFieldPath } from '../../config/framework/field-path.ts';
import type { Rendered } from '../../config/render.ts';
import type { FieldChange } from '../../engine/plan/action.ts';
import { causeAt } from '../cause-at.ts';
import { type ListChange, listChanges } from './list-changes.ts';

/** A field of an operand that is to change. */
export interface PlannedChange {
  readonly field: string;
  /** Undefined: not there. */
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  /** Of a list that changes as a whole, the causes of the items that come and go. */
  readonly because: string;
  /** Of a list: what comes, goes or changes in it. */
  readonly items?: readonly PlannedItem[];
}

export interface PlannedItem extends Omit<ListChange, 'index'> {
  readonly because: string;
}

interface ChangesInput {
  readonly changes: readonly FieldChange[];
  /** The object as it is. */
  readonly live: JsonObject;
  readonly rendered: Rendered;
  /** As the stored HyperConverged has it; undefined: it does not have it. It tells where what goes came from. */
  readonly former: Rendered | undefined;
}

/** What changes in an operand: lists of texts item by item, everything else leaf by leaf. */
export function plannedChanges(input: ChangesInput): readonly PlannedChange[] {
  const seen = new Set<string>();
  return input.changes.flatMap((change) => {
    const path = wholeList(change.path, input);
    const field = printFieldPath(path);
    if (seen.has(field)) return [];
    seen.add(field);
    return [path === change.path ? plannedChange(change, input) : listChange(path, field, input)];
  });
}

/** Of an item of a list of texts or numbers, the list: items that move up are no news. */
function wholeList(path: FieldPath, { rendered }: ChangesInput): FieldPath {
  if (typeof path.at(-1) !== 'number') return path;
  const list = valueAt(rendered.manifest, ...path.slice(0, -1));
  const isFlat = Array.isArray(list) && list.every((item) => !isJsonObject(item) && !Array.isArray(item));
  return isFlat ? path.slice(0, -1) : path;
}

function listChange(path: FieldPath, field: string, input: ChangesInput): PlannedChange {
  const [before, after] = [valueAt(input.live, ...path), valueAt(input.rendered.manifest, ...path)];
  return withItems({ field, before, after, because: reason(path, input) }, path, input);
}

function plannedChange({ path, because, ...values }: FieldChange, input: ChangesInput): PlannedChange {
  const { before, after } = values;
  // of metadata the planner says no more than whose it is
  const reason = reasonAt(path, input) ?? because ?? reasonOfLeaving(path, input);
  return withItems({ field: printFieldPath(path), before, after, because: reason }, path, input);
}

function withItems(change: PlannedChange, path: FieldPath, input: ChangesInput): PlannedChange {
  const { before = [], after = [] } = change;
  if (path[0] === 'metadata' || !Array.isArray(before) || !Array.isArray(after)) return change;
  const items = listChanges(before, after).map(({ index, ...item }) => ({
    ...item,
    because: index === undefined ? reasonOfItem(path, item, input) : reason([...path, index], input),
  }));
  if (items.length === 0) return { ...change, because: `${change.because} (only the order changes)` };
  return { ...change, because: [...new Set(items.map((item) => item.because))].join('; '), items };
}

function reason(path: FieldPath, input: ChangesInput): string {
  return reasonAt(path, input) ?? reasonOfLeaving(path, input);
}

function reasonAt(path: FieldPath, { rendered }: Pick<ChangesInput, 'rendered'>): string | undefined {
  const cause = causeAt(rendered, path);
  return cause === undefined ? undefined : printCause(cause);
}

/** Of an item that goes; it may have another place in the list than in what the stored HyperConverged comes to. */
function reasonOfItem(path: FieldPath, { before }: Omit<ListChange, 'index'>, input: ChangesInput): string {
  const list = input.former === undefined ? undefined : valueAt(input.former.manifest, ...path);
  const index = Array.isArray(list) ? list.map(canonicalJson).indexOf(canonicalJson(before)) : -1;
  return index < 0 ? nobody : reasonOfLeaving([...path, index], input);
}

const nobody = 'nothing asks for it';

function reasonOfLeaving(path: FieldPath, { former }: ChangesInput): string {
  const cause = former === undefined ? undefined : reasonAt(path, { rendered: former });
  return cause === undefined ? nobody : `it came from ${cause}`;
}

import { printPart } from '../../../api/print-change.ts';
import { itemName } from '../../../reconcile/forecast/list-changes.ts';
import type { PlannedChange, PlannedItem } from '../../../reconcile/forecast/planned-changes.ts';
import type { PlannedOperand } from '../../../reconcile/forecast/planned-operands.ts';
import { changeLine } from '../../text/change-line.ts';

const signs: Readonly<Record<string, string>> = { create: '+', delete: '-' };

/** What would be done to an operand, in lines. */
export function printOperand({ object, verb, because, fields, obstacle }: PlannedOperand): readonly string[] {
  const why = because === undefined ? '' : `   because: ${because}`;
  const head =
    obstacle === undefined
      ? `${signs[verb] ?? '~'} ${verb} ${object}${why}`
      : `! ${verb} for ${object}: ${obstacle}`;
  return [head, ...fields.flatMap(printPlannedChange).map((line) => `  ${line}`)];
}

function printPlannedChange({ field, before, after, because, items }: PlannedChange): readonly string[] {
  if (items === undefined) return [`${changeLine(field, before, after)}   because: ${because}`];
  return [`~ ${field}:`, ...items.map((item) => `  ${printItem(item)}`)];
}

function printItem({ before, after, because }: PlannedItem): string {
  const name = printPart(itemName(after ?? before ?? null), 0);
  const why = `   because: ${because}`;
  if (before === undefined) return `+ ${name}${why}`;
  return after === undefined ? `- ${name}${why}` : `${changeLine(name, before, after)}${why}`;
}

import { isJsonObject } from '@archipelago/apimachinery';
import type { Part, Template } from '../superposition/template.ts';
import { type Mark, markOf } from './mark.ts';

/** Items of a list that are there together, and once for each or only with some value of the chart. */
export interface Run {
  readonly when: string | undefined;
  readonly opens?: string;
  readonly items: readonly Template[];
}

/** Puts together what stands under the same condition. A flag and its value are two items, and go together. */
export function itemRuns(items: readonly Part[]): readonly Run[] {
  return items.reduce<readonly Run[]>((runs, part) => {
    const opens = openingOf(part.value);
    return opens === undefined ? withPlain(runs, part) : withOpened(runs, part, opens);
  }, []);
}

function withPlain(runs: readonly Run[], { when, value }: Part): readonly Run[] {
  const last = runs.at(-1);
  if (last === undefined || last.opens !== undefined || last.when !== when)
    return [...runs, { when, items: [value] }];
  return [...runs.slice(0, -1), { when, items: [...last.items, value] }];
}

function withOpened(runs: readonly Run[], { when, value }: Part, opens: string): readonly Run[] {
  const last = runs.at(-1);
  const flag = last?.items.at(-1);
  if (last === undefined || flag === undefined || !isFlag(flag))
    return [...runs, { when, opens, items: [value] }];
  const before = last.items.length === 1 ? [] : [{ ...last, items: last.items.slice(0, -1) }];
  return [...runs.slice(0, -1), ...before, { when, opens, items: [flag, value] }];
}

function isFlag(value: Template): boolean {
  return value.kind === 'same' && typeof value.value === 'string' && value.value.startsWith('--');
}

/** What an item stands under that is there with a value of the chart only: a text, or an object with such a member. */
function openingOf(item: Template): string | undefined {
  const found = optionalIn(item);
  if (found === undefined) return undefined;
  return `{{- ${found.kind === 'each' ? 'range' : 'with'} ${found.expression} }}`;
}

function optionalIn(item: Template): Mark | undefined {
  if (item.kind !== 'same') return undefined;
  const values = isJsonObject(item.value) ? Object.values(item.value) : [item.value];
  const marks = values.flatMap((value) => (value === undefined ? [] : [markOf(value)]));
  return marks.find((found) => found !== undefined && ['optional', 'each', 'items'].includes(found.kind));
}

import type { JsonObject } from '@archipelago/apimachinery';
import { said } from './said.ts';
import { valueText } from './value-text.ts';

/** A line of a plan: what comes, goes or changes. */
export interface PlanLine {
  readonly sign: '+' | '-' | '~' | '!';
  readonly text: string;
  readonly because: string;
}

/** A field that changes; what is not there before comes, and what is not there after goes. */
export function changeLine(change: JsonObject): PlanLine {
  const { before, after } = change;
  const [field, because] = [said(change, 'field'), said(change, 'because')];
  if (before === undefined) return { sign: '+', text: `${field}: ${valueText(after)}`, because };
  if (after === undefined) return { sign: '-', text: `${field}: ${valueText(before)}`, because };
  return { sign: '~', text: `${field}: ${valueText(before)} → ${valueText(after)}`, because };
}

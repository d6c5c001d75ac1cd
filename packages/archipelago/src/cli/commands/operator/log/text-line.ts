import { isJsonObject, type JsonObject, visibleText } from '@archipelago/apimachinery';
import { createColors } from 'picocolors';
import { jsonText } from '../../../text/json-text.ts';
import type { Line } from './log-event.ts';

const widestLevel = 5;
const widestComponent = 13;

/** A line of the log as people read it: time, level, component, object, message, fields; what a reconcile did below, an object a line. What strangers wrote cannot steer the terminal. */
export function textLine(
  [level, { component, object, did, ...fields }, message]: Line,
  nowMs: number,
  color: boolean,
): string {
  const colors = createColors(color);
  const time = colors.dim(new Date(nowMs).toISOString());
  const mark = level.toUpperCase().padEnd(widestLevel);
  const shownMark = { debug: colors.dim(mark), info: colors.green(mark), warn: colors.yellow(mark) }[level];
  const shown = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${colors.dim(`${visibleText(name)}=`)}${visibleText(fieldText(value))}`],
  );
  const about = typeof object === 'string' ? [colors.bold(visibleText(object))] : [];
  const whose = component.padEnd(widestComponent);
  const first = [time, shownMark, whose, ...about, visibleText(message), ...shown].join(' ');
  const below = Array.isArray(did) ? did.map((each) => `    ${visibleText(itemText(each))}`) : [];
  return [first, ...below].join('\n');
}

function fieldText(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (!Array.isArray(value)) return jsonText(value);
  return quoted(value.map(itemText).join('; '));
}

/** A change is `field old → new, cause`, an object that was written `verdict object: changes`. */
function itemText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return jsonText(value);
  const { field, change, why, verdict } = value;
  if (verdict !== undefined) return writtenText(value);
  return field === undefined || change === undefined ? jsonText(value) : `${field} ${change}, ${why}`;
}

function writtenText({ verdict, object, changes, why, more }: JsonObject): string {
  const told = Array.isArray(changes) ? changes.map(itemText) : [String(why)];
  const rest = more === undefined ? [] : [`and ${more} more`];
  return `${verdict} ${object}: ${[...told, ...rest].join('; ')}`;
}

function quoted(text: string): string {
  return /^[\w./:@%+-]+$/.test(text) ? text : JSON.stringify(text);
}

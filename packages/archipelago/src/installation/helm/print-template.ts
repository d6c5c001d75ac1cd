import { isJsonList, isJsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { Member, Part, Template } from '../superposition/template.ts';
import { itemRuns, type Run } from './item-runs.ts';
import { type Mark, markOf } from './mark.ts';
import { printText } from './print-text.ts';

/** A template in the language of Helm: YAML once Helm has filled it in. Its lines stand at no column of their own. */
export function printTemplate(part: Part): string {
  return `${under(
    part.when,
    ofWays(part.value, (value) => block(value, 0)),
  ).join('\n')}\n`;
}

/** Lines that are there under a condition only. */
function under(when: string | undefined, lines: readonly string[]): readonly string[] {
  return when === undefined ? lines : [`{{- if ${when} }}`, ...lines, '{{- end }}'];
}

/** Of several ways each is printed with what leads to it: of `a: 1` and `a: {b: 1}` there is no common part. */
function ofWays(value: Template, print: (value: Template) => readonly string[]): readonly string[] {
  if (value.kind !== 'either') return print(value);
  return value.ways.flatMap((way) => under(way.when, ofWays(way.value, print)));
}

/** `column`: where its lines will stand, for data that Helm indents. */
function block(template: Template, column: number): readonly string[] {
  const value = template.kind === 'same' ? spreadOut(template.value) : template;
  switch (value.kind) {
    case 'same':
      return [scalar(value.value)];
    case 'object':
      return value.members.flatMap((member) => ofMember(member, column));
    case 'list':
      return itemRuns(value.items).flatMap((run) => ofRun(run, column));
    case 'either':
      throw new Error('ways are printed with what leads to them');
  }
}

/** Objects and lists as templates, to be printed alike. */
function spreadOut(value: JsonValue): Template {
  const part = (below: JsonValue): Part => ({ when: undefined, value: { kind: 'same', value: below } });
  if (isJsonList(value) && value.length > 0) return { kind: 'list', items: value.map(part) };
  if (!isJsonObject(value) || Object.keys(value).length === 0) return { kind: 'same', value };
  const members = Object.entries(value).flatMap(([key, below]) =>
    below === undefined ? [] : [{ key, ...part(below) }],
  );
  return { kind: 'object', members };
}

function scalar(value: JsonValue): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const found = markOf(value);
  return found?.kind === 'scalar' ? `{{ ${found.expression} | toJson }}` : printText(value);
}

function ofMember({ key, when, value }: Member, column: number): readonly string[] {
  return under(
    when,
    ofWays(value, (way) => memberLines(printText(key), way, column)),
  );
}

function memberLines(key: string, value: Template, column: number): readonly string[] {
  const found = value.kind === 'same' ? markOf(value.value) : undefined;
  if (found !== undefined && !['text', 'scalar'].includes(found.kind))
    return markedMember(key, found, column);
  const shape = value.kind === 'same' ? spreadOut(value.value) : value;
  if (shape.kind === 'same') return [`${key}: ${scalar(shape.value)}`];
  // a list stands under its key without indentation, as kubectl prints it
  if (shape.kind === 'list') return [`${key}:`, ...block(shape, column)];
  return [`${key}:`, ...indented(block(shape, column + 2))];
}

function markedMember(key: string, { kind, expression }: Mark, column: number): readonly string[] {
  const data = (what: string) => [`${key}: {{- toYaml ${what} | nindent ${column + 2} }}`];
  switch (kind) {
    case 'data':
      return data(expression);
    case 'optional-data':
      return [`{{- with ${expression} }}`, ...data('.'), '{{- end }}'];
    case 'optional':
      return [`{{- with ${expression} }}`, `${key}: {{ . | quote }}`, '{{- end }}'];
    default:
      throw new Error(`${key}: ${kind} goes into a list only`);
  }
}

function ofRun({ when, opens, items }: Run, column: number): readonly string[] {
  const lines = items.flatMap((item) =>
    opens === undefined ? ofWays(item, (way) => listItem(way, column)) : openedItem(item, column),
  );
  return under(when, opens === undefined ? lines : [opens, ...lines, '{{- end }}']);
}

/** Inside `with` and `range` the value is the dot. */
function openedItem(item: Template, column: number): readonly string[] {
  const found = item.kind === 'same' ? markOf(item.value) : undefined;
  if (found?.kind === 'items') return [`{{- toYaml . | nindent ${column} }}`];
  if (found !== undefined) return ['- {{ . | quote }}'];
  if (item.kind !== 'same' || !isJsonObject(item.value)) return listItem(item, column);
  const members = Object.entries(item.value).map(([key, value], index) => {
    const isDot = value !== undefined && markOf(value)?.kind === 'optional';
    return `${index === 0 ? '- ' : '  '}${printText(key)}: ${isDot ? '{{ . | quote }}' : scalar(value ?? null)}`;
  });
  return members;
}

/** An action cannot stand behind the dash: what is always there comes first. */
function listItem(item: Template, column: number): readonly string[] {
  const shape = item.kind === 'same' ? spreadOut(item.value) : item;
  const ordered: Template =
    shape.kind === 'object'
      ? { ...shape, members: shape.members.toSorted((a, b) => Number(isUnsure(a)) - Number(isUnsure(b))) }
      : shape;
  const [first = '', ...rest] = block(ordered, column + 2);
  if (first.startsWith('{{-')) throw new Error(`an item of a list begins with ${first}`);
  return [`- ${first}`, ...indented(rest)];
}

function isUnsure({ when, value }: Member): boolean {
  return when !== undefined || value.kind === 'either';
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line.startsWith('{{-') ? line : `  ${line}`));
}

import { type JsonObject, type JsonValue, objectsAt, textsAt, valueAt } from '@archipelago/apimachinery';
import type { ToldWords } from '../words/told-words.ts';
import { said } from './said.ts';

/** What annotation and registry of an image say of its architectures. */
export interface ToldModel {
  readonly image: string;
  readonly annotation: string;
  readonly registry: string;
  /** RFC 3339: since when the registry tells this; `''`: it does not. */
  readonly since: string;
  /** Whether they say the same, in a word or two; `''`: there is nothing to compare. */
  readonly comparison: string;
  readonly isOdd: boolean;
  readonly findings: readonly {
    readonly level: 'danger' | 'warning' | 'info';
    readonly message: string;
    readonly fix: string;
  }[];
}

/** What is told of images, by name of the template. */
export function toldModels(view: JsonValue, words: ToldWords): ReadonlyMap<string, ToldModel> {
  return new Map(objectsAt(view, 'told').map((told) => [said(told, 'template'), toldModel(told, words)]));
}

function toldModel(told: JsonObject, words: ToldWords): ToldModel {
  const comparison = compared(told, words);
  const failure = said(told, 'failure', 'message');
  return {
    image: said(told, 'image'),
    annotation: listOf(told, 'annotation') ?? words.noAnnotation,
    registry: [listOf(told, 'registry') ?? words.notTold, ...(failure === '' ? [] : [failure])].join('; '),
    since: said(told, 'since'),
    comparison: comparison.text,
    isOdd: comparison.isOdd,
    findings: objectsAt(told, 'findings').map((finding) => ({
      level: levels[said(finding, 'level')] ?? 'info',
      message: said(finding, 'message'),
      fix: said(finding, 'fix'),
    })),
  };
}

const levels: Readonly<Record<string, 'danger' | 'warning' | 'info'>> = {
  error: 'danger',
  warning: 'warning',
};

function namesIn(told: JsonObject, member: string): readonly string[] | undefined {
  if (valueAt(told, member) === undefined) return undefined;
  return textsAt(told, member).map((_, index) => said(told, member, index));
}

function listOf(told: JsonObject, member: string): string | undefined {
  const names = namesIn(told, member);
  return names === undefined ? undefined : names.join(', ') || '—';
}

/** What the annotation lists the image has to have; the annotation may leave some out. */
function compared(told: JsonObject, words: ToldWords): { readonly text: string; readonly isOdd: boolean } {
  const [listed, has] = [namesIn(told, 'annotation'), namesIn(told, 'registry')];
  if (listed === undefined || has === undefined) return { text: '', isOdd: false };
  const lacking = listed.filter((name) => !has.includes(name));
  if (lacking.length > 0) return { text: words.lacks(lacking.join(', ')), isOdd: true };
  const more = has.filter((name) => !listed.includes(name));
  return { text: more.length > 0 ? words.leavesOut(more.join(', ')) : words.agree, isOdd: false };
}

import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { ProposalWords } from '../words/proposal-words.ts';
import { said } from './said.ts';
import { valueText } from './value-text.ts';

/** A field of an object, before and after. */
interface WriteLine {
  readonly sign: '+' | '-' | '~';
  readonly text: string;
}

/** A write to one object. */
interface WriteModel {
  readonly object: string;
  readonly verb: string;
  readonly lines: readonly WriteLine[];
  /** Who would write it back; `''`: nobody. */
  readonly keptBy: string;
}

/** Writes that are shown before they are made, or were made. */
export interface ProposalModel {
  readonly verdict: { readonly variant: 'success' | 'warning' | 'danger'; readonly title: string };
  /** What is in the way, and what is not done. */
  readonly texts: readonly string[];
  readonly writes: readonly WriteModel[];
  readonly effects: readonly string[];
  /** What has to be sent with the wish to make them; `''`: they cannot be made. */
  readonly fingerprint: string;
  readonly isKept: boolean;
  readonly isDone: boolean;
  /** The way back; undefined: there is none. */
  readonly undo: JsonObject | undefined;
}

/** What the console says to a wish. */
export function proposalModel(answer: JsonValue, words: ProposalWords): ProposalModel {
  const writes = objectsAt(answer, 'writes').map((write) => writeModel(write, words));
  const undo = valueAt(answer, 'outcome', 'undo');
  const against = objectsAt(answer, 'server').map(againstText);
  const failure = valueAt(answer, 'outcome', 'failure');
  const verdict = verdictOf(answer, words);
  const isDone = textAt(answer, 'outcome', 'kind') === 'done';
  return {
    verdict,
    texts: [
      said(answer, 'problem', 'message'),
      ...textsAt(answer, 'refused').map((_, index) => said(answer, 'refused', index)),
      ...against,
      ...(isJsonObject(failure) ? [againstText(failure)] : []),
      ...textsAt(answer, 'notes').map((_, index) => said(answer, 'notes', index)),
    ].filter((text) => text !== ''),
    writes,
    effects: textsAt(answer, 'effects').map((_, index) => said(answer, 'effects', index)),
    fingerprint:
      verdict.variant === 'success' && !isDone && writes.length > 0 ? textAt(answer, 'fingerprint') : '',
    isKept: writes.some(({ keptBy }) => keptBy !== ''),
    isDone,
    undo: isJsonObject(undo) ? undo : undefined,
  };
}

function verdictOf(answer: JsonValue, words: ProposalWords): ProposalModel['verdict'] {
  if (said(answer, 'problem', 'message') !== '') return { variant: 'danger', title: words.failed };
  switch (textAt(answer, 'outcome', 'kind')) {
    case 'done':
      return { variant: 'success', title: words.done };
    case 'failed':
      return { variant: 'danger', title: words.halfDone(textsAt(answer, 'outcome', 'wrote').length) };
    case 'changed':
      return { variant: 'warning', title: words.changed };
    default:
      return verdictOfServer(answer, words);
  }
}

function verdictOfServer(answer: JsonValue, words: ProposalWords): ProposalModel['verdict'] {
  const against = objectsAt(answer, 'server');
  if (against.length > 0)
    return against.every(({ isForbidden }) => isForbidden === true)
      ? { variant: 'warning', title: words.mayNot }
      : { variant: 'danger', title: words.refuses };
  return objectsAt(answer, 'writes').length === 0
    ? { variant: 'warning', title: words.nothing }
    : { variant: 'success', title: words.accepts };
}

function againstText(against: JsonObject): string {
  return `${said(against, 'object')}: ${said(against, 'message')}`;
}

function writeModel(write: JsonObject, { verbs }: ProposalWords): WriteModel {
  const verb = said(write, 'verb');
  return {
    object: said(write, 'object'),
    verb: verbs[verb] ?? verb,
    lines: objectsAt(write, 'fields').map(lineOf),
    keptBy: said(write, 'keptBy'),
  };
}

function lineOf(change: JsonObject): WriteLine {
  const { before, after } = change;
  const field = said(change, 'field');
  if (before === undefined) return { sign: '+', text: `${field}: ${valueText(after)}` };
  if (after === undefined) return { sign: '-', text: `${field}: ${valueText(before)}` };
  return { sign: '~', text: `${field}: ${valueText(before)} → ${valueText(after)}` };
}

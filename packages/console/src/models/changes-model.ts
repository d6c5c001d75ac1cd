import { type JsonObject, type JsonValue, numberAt, objectsAt, textsAt } from '@archipelago/apimachinery';
import type { ChangesWords } from '../words/changes-words.ts';
import { said } from './said.ts';

/** Something that changed, and why. */
interface ChangeModel {
  /** RFC 3339. */
  readonly at: string;
  /** What it is about, in a few words. */
  readonly about: string;
  readonly text: string;
  readonly isWarning: boolean;
}

/** What changed lately; `problem`: why there may be more. */
export interface ChangesModel {
  readonly changes: readonly ChangeModel[];
  readonly problem: string;
}

/** What changed lately, of the overview. */
export function changesModel(view: JsonValue, words: ChangesWords): ChangesModel {
  return {
    changes: objectsAt(view, 'changes', 'told').map((each) =>
      each.kind === 'write' ? writeModel(each, words) : eventModel(each, words),
    ),
    problem: said(view, 'changes', 'problem'),
  };
}

function eventModel(event: JsonObject, words: ChangesWords): ChangeModel {
  const count = numberAt(event, 'count') ?? 1;
  return {
    at: said(event, 'at'),
    about: `${said(event, 'reason')} · ${said(event, 'object')}${count > 1 ? ` · ${words.times(count)}` : ''}`,
    text: said(event, 'message'),
    isWarning: event.type === 'Warning',
  };
}

function writeModel(write: JsonObject, words: ChangesWords): ChangeModel {
  const fields = textsAt(write, 'fields').map((_, index) => said(write, 'fields', index));
  return {
    at: said(write, 'at'),
    about: words.written,
    text: words.wrote(said(write, 'by'), fields.join(', '), numberAt(write, 'more') ?? 0),
    isWarning: false,
  };
}

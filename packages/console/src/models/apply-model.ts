import { isJsonObject, type JsonObject, type JsonValue, objectsAt, valueAt } from '@archipelago/apimachinery';
import type { EditWords } from '../words/edit-words.ts';
import { changeLine, type PlanLine } from './plan-line.ts';
import { said } from './said.ts';

/** What came of applying an edit. */
interface ApplyModel {
  readonly variant: 'success' | 'warning' | 'danger';
  readonly title: string;
  /** What the cluster or the console says to it; `''`: nothing. */
  readonly message: string;
  /** What the lines are: what was stored, or what others have changed. */
  readonly linesTitle: string;
  readonly lines: readonly PlanLine[];
  /** The patch that takes it back; undefined: nothing was stored. */
  readonly undo: JsonObject | undefined;
}

/** Of what the console answers. */
export function applyModel(answer: JsonValue, words: EditWords): ApplyModel {
  const state = said(answer, 'state');
  const base = {
    message: said(answer, 'message') || said(answer, 'problem', 'message'),
    linesTitle: words.changedLines,
    lines: [],
    undo: undefined,
  } as const;
  switch (state) {
    case 'applied':
      return applied(answer, words);
    case 'changed':
      return { ...base, variant: 'warning', title: words.changed, lines: changesBy(answer, words) };
    case 'gone':
      return { ...base, variant: 'danger', title: words.gone };
    case 'kept':
      return { ...base, variant: 'warning', title: words.kept(said(answer, 'keptBy')) };
    case 'mayNot':
      return { ...base, variant: 'danger', title: words.mayNot };
    case 'refuses':
      return { ...base, variant: 'danger', title: words.refused };
    default: {
      const isKnown = said(answer, 'problem', 'kind') === 'notThere';
      return { ...base, variant: 'warning', title: isKnown ? words.notApplied : words.notKnown };
    }
  }
}

function applied(answer: JsonValue, words: EditWords): ApplyModel {
  const lines = objectsAt(answer, 'changes').map(changeLine);
  const undo = valueAt(answer, 'undo');
  return {
    variant: 'success',
    title: words.stored,
    message: lines.length === 0 ? words.storedNothing : '',
    linesTitle: words.storedLines,
    lines,
    undo: isJsonObject(undo) && lines.length > 0 ? undo : undefined,
  };
}

function changesBy(answer: JsonValue, words: EditWords): readonly PlanLine[] {
  return objectsAt(answer, 'changes').map((change) => {
    const who = said(change, 'by');
    return { ...changeLine(change), because: who === '' ? words.byNobody : words.by(who) };
  });
}

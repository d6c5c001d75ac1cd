import { type JsonValue, textsAt, valueAt } from '@archipelago/apimachinery';
import type { Connection, Heard } from '../live/follow-page.ts';
import type { PageWords } from '../words/page-words.ts';
import { said } from './said.ts';

/** What every page says besides its content. */
interface PageModel {
  readonly view: JsonValue | undefined;
  readonly notes: readonly string[];
  /** Why what is shown may be old, or nothing is; `title` in a few words. */
  readonly problem: { readonly title: string; readonly message: string } | undefined;
}

/** A document of a page, and how well it is heard. */
export function pageModel({ document, connection }: Heard, words: PageWords): PageModel {
  const view = valueAt(document, 'view');
  return {
    view,
    notes: textsAt(document, 'notes').map((_, index) => said(document, 'notes', index)),
    problem:
      connectionProblem(connection, view !== undefined, words) ??
      lookProblem(document, view !== undefined, words),
  };
}

function connectionProblem(connection: Connection, isShown: boolean, words: PageWords): PageModel['problem'] {
  switch (connection) {
    case 'over':
      return { title: words.over, message: words.startAgain };
    case 'lost':
      return { title: words.silent, message: `${isShown ? words.old : ''}${words.askedAgain}` };
    default:
      return undefined;
  }
}

function lookProblem(
  document: JsonValue | undefined,
  isShown: boolean,
  words: PageWords,
): PageModel['problem'] {
  const message = said(document, 'problem', 'message');
  if (message === '') return undefined;
  return said(document, 'problem', 'kind') === 'notThere'
    ? { title: words.nothing, message }
    : { title: words.notSeen, message: `${isShown ? words.old : ''}${message}` };
}

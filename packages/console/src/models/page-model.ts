import { type JsonValue, textsAt, valueAt } from '@archipelago/apimachinery';
import type { Connection, Heard } from '../live/follow-page.ts';
import { said } from './said.ts';

/** What every page says besides its content. */
interface PageModel {
  readonly view: JsonValue | undefined;
  readonly notes: readonly string[];
  /** Why what is shown may be old, or nothing is; `title` in a few words. */
  readonly problem: { readonly title: string; readonly message: string } | undefined;
}

/** A document of a page, and how well it is heard. */
export function pageModel({ document, connection }: Heard): PageModel {
  const view = valueAt(document, 'view');
  return {
    view,
    notes: textsAt(document, 'notes').map((_, index) => said(document, 'notes', index)),
    problem: connectionProblem(connection, view !== undefined) ?? lookProblem(document, view !== undefined),
  };
}

function connectionProblem(connection: Connection, isShown: boolean): PageModel['problem'] {
  switch (connection) {
    case 'over':
      return {
        title: 'The session has ended',
        message: 'Start archipelago console again, and open the link that it prints.',
      };
    case 'lost':
      return {
        title: 'The console does not answer',
        message: `${old(isShown)}It is asked again until it does; see whether it runs in its terminal.`,
      };
    default:
      return undefined;
  }
}

function lookProblem(document: JsonValue | undefined, isShown: boolean): PageModel['problem'] {
  const message = said(document, 'problem', 'message');
  if (message === '') return undefined;
  const isThere = said(document, 'problem', 'kind') !== 'notThere';
  const title = isThere ? 'The cluster could not be looked at' : 'There is nothing to show';
  return { title, message: `${isThere ? old(isShown) : ''}${message}` };
}

function old(isShown: boolean): string {
  return isShown ? 'What is shown is what was seen last. ' : '';
}

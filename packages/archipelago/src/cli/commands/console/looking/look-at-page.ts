import type { LookAtPage } from '../../../../console/answer-api.ts';
import type { Io } from '../../../process/io.ts';
import { plainData } from '../../../text/plain-data.ts';
import { heardBy } from './heard-by.ts';
import { problemOf } from './problem-of.ts';

/**
 * A page of what a command would say. What the command would tell on standard error becomes notes; where it would end with a sentence, that
 * is the page's problem, and what was seen before stays.
 */
export function lookAtPage(look: (io: Io) => Promise<object>, io: Io): LookAtPage {
  return async (before) => {
    const notes: string[] = [];
    try {
      return { view: plainData(await look(heardBy(io, notes))), notes };
    } catch (error) {
      const view = before?.view === undefined ? {} : { view: before.view };
      return { ...view, notes, problem: problemOf(error) };
    }
  };
}

import type { LookAtPage } from '../../../console/answer-api.ts';
import { isUnreachable } from '../../cluster/unreachable-error.ts';
import { type Io, isUsageError } from '../../process/io.ts';
import { plainData } from '../../text/plain-data.ts';

/**
 * A page of what a command would say. What the command would tell on standard error becomes notes; where it would end with a sentence, that
 * is the page's problem, and what was seen before stays.
 */
export function lookAtPage(look: (io: Io) => Promise<object>, io: Io): LookAtPage {
  return async (before) => {
    const notes: string[] = [];
    const heard: Io = {
      out: () => undefined,
      err: (text) => notes.push(text.trim().replace(/^note: /, '')),
      read: (path) => io.read(path),
      find: async (path) => io.find?.(path),
      color: false,
    };
    try {
      return { view: plainData(await look(heard)), notes };
    } catch (error) {
      if (!isUnreachable(error) && !isUsageError(error)) throw error;
      const kind = isUnreachable(error) ? 'notSeen' : 'notThere';
      const view = before?.view === undefined ? {} : { view: before.view };
      return { ...view, notes, problem: { kind, message: error.message } };
    }
  };
}

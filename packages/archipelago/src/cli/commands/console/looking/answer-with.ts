import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import type { Io } from '../../../process/io.ts';
import { plainData } from '../../../text/plain-data.ts';
import { heardBy } from './heard-by.ts';
import { problemOf } from './problem-of.ts';

/**
 * An answer to a body of the console. What a command would tell on standard error becomes `notes`; where it would end with a sentence,
 * that is the answer's `problem`.
 */
export function answerWith(
  io: Io,
  answer: (body: JsonObject, heard: Io) => Promise<object>,
): (body: JsonObject) => Promise<JsonObject> {
  return async (body) => {
    const notes: string[] = [];
    try {
      return { ...objectAt(plainData(await answer(body, heardBy(io, notes)))), notes };
    } catch (error) {
      return { notes, problem: problemOf(error) };
    }
  };
}

import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  printJson,
} from '@archipelago/apimachinery';
import { useEffect, useState } from 'react';
import { askConsole } from '../session/ask-console.ts';

interface Question {
  /** Of `POST /api/NAME`. */
  readonly name: string;
  /** Undefined: nothing is asked. */
  readonly body: JsonObject | undefined;
  readonly token: string;
  /** It is asked again whenever this is another. */
  readonly stamp?: string;
}

interface Told {
  readonly question: string;
  readonly stamp: string;
  readonly answer: JsonValue;
}

interface Answered {
  /** What was answered to this question last; undefined: nothing yet. */
  readonly answer: JsonValue | undefined;
  /** An answer is on its way. */
  readonly isAsking: boolean;
}

/** The answer to a question. While it is asked again, what was answered before stays. */
export function useAnswer({ name, body, token, stamp = '' }: Question): Answered {
  const question = body === undefined ? '' : printJson(body);
  const [told, setTold] = useState<Told>();
  useEffect(() => {
    const asked = question === '' ? undefined : parseJson(question);
    if (!isJsonObject(asked)) return;
    let isWanted = true;
    const ask = async (): Promise<void> => {
      const answer = await askConsole(name, asked, token);
      if (isWanted) setTold({ question, stamp, answer });
    };
    ask().catch((error: unknown) => console.error(error));
    return () => {
      isWanted = false;
    };
  }, [name, question, token, stamp]);
  const isOfThis = told?.question === question;
  return {
    answer: isOfThis ? told.answer : undefined,
    isAsking: question !== '' && !(isOfThis && told.stamp === stamp),
  };
}

import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import { useRef, useState } from 'react';
import { askConsole } from '../session/ask-console.ts';

/** How far a question is. */
type Asked = { readonly step: 'none' | 'asking' } | { readonly step: 'told'; readonly answer: JsonValue };

interface Asking {
  readonly asked: Asked;
  /** Gives the answer; undefined where another question was asked since. */
  readonly ask: (body: JsonObject) => Promise<JsonValue | undefined>;
  /** An answer is about what was typed in then. */
  readonly forget: () => void;
}

/** Asks the console by name; of answers the one counts that was asked for last. */
export function useAsking(name: string, token: string): Asking {
  const [asked, setAsked] = useState<Asked>({ step: 'none' });
  const last = useRef(0);
  const begin = (next: Asked): number => {
    setAsked(next);
    last.current += 1;
    return last.current;
  };
  const ask = async (body: JsonObject): Promise<JsonValue | undefined> => {
    const mine = begin({ step: 'asking' });
    const answer = await askConsole(name, body, token);
    if (mine !== last.current) return undefined;
    setAsked({ step: 'told', answer });
    return answer;
  };
  return { asked, ask, forget: () => begin({ step: 'none' }) };
}

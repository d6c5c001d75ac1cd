import type { JsonObject } from '@archipelago/apimachinery';
import { useRef, useState } from 'react';
import { type ProposalModel, proposalModel } from '../../models/proposal-model.ts';
import { askConsole } from '../../session/ask-console.ts';
import { useWords } from '../../words/language-context.ts';
import { proposalWords } from '../../words/proposal-words.ts';

/** How far a wish is. */
type Wished =
  | { readonly state: 'no' | 'asking' | 'writing' }
  | { readonly state: 'there'; readonly proposal: ProposalModel };

/** What is asked for, and with what. */
export interface Wish {
  readonly ask: string;
  readonly body: JsonObject;
}

interface Wishing {
  readonly wished: Wished;
  readonly show: (wish: Wish) => Promise<void>;
  readonly make: (force: boolean) => Promise<void>;
  readonly forget: () => void;
}

/** Shows what would be written for a wish, and has it written once it was seen; the last wish counts. */
export function useProposal(token: string): Wishing {
  const words = useWords(proposalWords);
  const [wished, setWished] = useState<Wished>({ state: 'no' });
  const last = useRef(0);
  const shown = useRef<Wish | undefined>(undefined);
  const send = async (state: 'asking' | 'writing', { ask, body }: Wish): Promise<void> => {
    setWished({ state });
    last.current += 1;
    const mine = last.current;
    const answer = await askConsole(ask, body, token);
    if (mine === last.current) setWished({ state: 'there', proposal: proposalModel(answer, words) });
  };
  return {
    wished,
    show: async (wish) => {
      shown.current = wish;
      await send('asking', wish);
    },
    make: async (force) => {
      if (shown.current === undefined || wished.state !== 'there') return;
      const { ask, body } = shown.current;
      await send('writing', { ask, body: { ...body, write: wished.proposal.fingerprint, force } });
    },
    forget: () => {
      last.current += 1;
      setWished({ state: 'no' });
    },
  };
}

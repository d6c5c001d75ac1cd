import type { JsonObject } from '@archipelago/apimachinery';
import { useRef, useState } from 'react';
import { type PlanModel, planModel } from '../../models/plan-model.ts';
import { askConsole } from '../../session/ask-console.ts';

/** How far the plan of an edit is. */
type Planned =
  | { readonly state: 'no' | 'asking' }
  | { readonly state: 'there'; readonly patch: JsonObject; readonly plan: PlanModel };

interface Planning {
  readonly planned: Planned;
  readonly plan: (patch: JsonObject) => Promise<void>;
  /** A plan is of what was typed in then. */
  readonly forget: () => void;
}

/** Asks for plans, and shows the one that was asked for last. */
export function usePlanning(token: string): Planning {
  const [planned, setPlanned] = useState<Planned>({ state: 'no' });
  const last = useRef(0);
  const begin = (next: Planned): number => {
    setPlanned(next);
    last.current += 1;
    return last.current;
  };
  const plan = async (patch: JsonObject): Promise<void> => {
    const mine = begin({ state: 'asking' });
    const answer = await askConsole('plan', { patch }, token);
    if (mine === last.current) setPlanned({ state: 'there', patch, plan: planModel(answer) });
  };
  return { planned, plan, forget: () => begin({ state: 'no' }) };
}

import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import { useRef, useState } from 'react';
import { said } from '../../models/said.ts';
import { askConsole } from '../../session/ask-console.ts';

/** How far an edit is. Answers are as the console gave them. */
export type EditState =
  | { readonly step: 'none' | 'planning' }
  | { readonly step: 'planned' | 'applying'; readonly patch: JsonObject; readonly planned: JsonValue }
  | { readonly step: 'told'; readonly patch: JsonObject; readonly told: JsonValue };

/** An edit of the HyperConverged, from its plan to what came of it. */
export interface Edit {
  readonly state: EditState;
  /** Plans a merge patch; nothing is stored. */
  readonly plan: (patch: JsonObject) => Promise<void>;
  /** Makes what was planned, for the HyperConverged that it was planned for. */
  readonly apply: (stored: JsonObject) => Promise<void>;
  /** A plan is of what was typed in then. While it is applied nothing is forgotten. */
  readonly forget: () => void;
}

/** Plans and applies edits, one at a time; of plans the one counts that was asked for last. */
export function useEdit(token: string): Edit {
  const [state, setState] = useState<EditState>({ step: 'none' });
  const last = useRef(0);
  const isApplying = state.step === 'applying';
  const begin = (next: EditState): number => {
    setState(next);
    last.current += 1;
    return last.current;
  };
  const plan = async (patch: JsonObject): Promise<void> => {
    if (isApplying) return;
    const mine = begin({ step: 'planning' });
    const planned = await askConsole('plan', { patch }, token);
    if (mine === last.current) setState({ step: 'planned', patch, planned });
  };
  const apply = async (stored: JsonObject): Promise<void> => {
    if (state.step !== 'planned') return;
    const { patch, planned } = state;
    // who keeps it in Git was told before Apply could be pressed
    const force = said(planned, 'keptBy') !== '';
    begin({ ...state, step: 'applying' });
    setState({ step: 'told', patch, told: await askConsole('apply', { patch, stored, force }, token) });
  };
  const forget = (): void => {
    if (!isApplying) begin({ step: 'none' });
  };
  return { state, plan, apply, forget };
}

import { type ReactElement, useState } from 'react';
import type { FindingModel } from '../../models/doctor-model.ts';
import { useProposal } from '../../parts/proposal/use-proposal.ts';
import type { OnAct } from './finding-actions.tsx';
import { FixDialog, fixOf } from './fix-dialog.tsx';
import { IgnoreDialog } from './ignore-dialog.tsx';

interface Act {
  readonly act: 'fix' | 'ignore';
  readonly finding: FindingModel;
}

/** What somebody does about a finding, in a dialog of the page: the finding itself may be gone while it stands. */
export function useActs(token: string): {
  readonly onAct: OnAct;
  readonly dialog: ReactElement | undefined;
} {
  const [chosen, setChosen] = useState<Act>();
  const wishing = useProposal(token);
  const close = () => {
    wishing.forget();
    setChosen(undefined);
  };
  const onAct: OnAct = (act, finding) => {
    setChosen({ act, finding });
    if (act === 'fix') void wishing.show(fixOf(finding));
  };
  if (chosen === undefined) return { onAct, dialog: undefined };
  const Dialog = chosen.act === 'fix' ? FixDialog : IgnoreDialog;
  return { onAct, dialog: <Dialog finding={chosen.finding} wishing={wishing} onClose={close} /> };
}

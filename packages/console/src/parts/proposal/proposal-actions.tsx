import { printJson } from '@archipelago/apimachinery';
import { Button, Checkbox } from '@patternfly/react-core';
import { type ReactElement, useState } from 'react';
import { useWords } from '../../words/language-context.ts';
import { proposalWords } from '../../words/proposal-words.ts';
import { saveFile } from '../save-file.ts';
import type { useProposal } from './use-proposal.ts';

interface ProposalActionsProps {
  readonly wishing: ReturnType<typeof useProposal>;
  /** What the file with the way back is called. */
  readonly undoName: string;
}

/** To write what is shown; afterwards, to take it back. */
export function ProposalActions({ wishing, undoName }: ProposalActionsProps): ReactElement | null {
  const { wished, make, show } = wishing;
  const words = useWords(proposalWords);
  const [isForced, setForced] = useState(false);
  if (wished.state !== 'there') return null;
  const { fingerprint, isKept, undo } = wished.proposal;
  return (
    <>
      {fingerprint !== '' && isKept && (
        <Checkbox
          id="proposal-force"
          label={words.force}
          isChecked={isForced}
          onChange={(_, checked) => setForced(checked)}
        />
      )}
      {fingerprint !== '' && (
        <Button isDisabled={isKept && !isForced} onClick={() => make(isForced)}>
          {words.carryOut}
        </Button>
      )}
      {undo !== undefined && (
        <>
          <Button variant="secondary" onClick={() => show({ ask: 'undo', body: { undo } })}>
            {words.undo}
          </Button>
          <Button
            variant="link"
            onClick={() => saveFile(undoName, `${printJson(undo, 2)}\n`, 'application/json')}
          >
            {words.saveUndo}
          </Button>
        </>
      )}
    </>
  );
}

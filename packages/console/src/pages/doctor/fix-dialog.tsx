import { Button, Modal, ModalBody, ModalFooter, ModalHeader, ModalVariant } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import type { FindingModel } from '../../models/doctor-model.ts';
import { ProposalActions } from '../../parts/proposal/proposal-actions.tsx';
import { ProposalView } from '../../parts/proposal/proposal-view.tsx';
import type { useProposal, Wish } from '../../parts/proposal/use-proposal.ts';
import { useWords } from '../../words/language-context.ts';
import { proposalWords } from '../../words/proposal-words.ts';

interface FixDialogProps {
  readonly finding: FindingModel;
  readonly wishing: ReturnType<typeof useProposal>;
  readonly onClose: () => void;
}

/** What would mend a finding, tried on the server; carried out once it was seen. */
export function FixDialog({ finding, wishing, onClose }: FixDialogProps): ReactElement {
  const { code, title, message } = finding;
  const { wished, show } = wishing;
  const { close, lookAgain } = useWords(proposalWords);
  return (
    <Modal isOpen variant={ModalVariant.large} onClose={onClose} aria-labelledby="fix-title">
      <ModalHeader title={`${code} ${title}`} labelId="fix-title" description={message} />
      <ModalBody>
        <ProposalView wished={wished} />
      </ModalBody>
      <ModalFooter>
        <ProposalActions wishing={wishing} undoName={`doctor-undo-${code}.json`} />
        {wished.state === 'there' && !wished.proposal.isDone && (
          <Button variant="secondary" onClick={() => show(fixOf(finding))}>
            {lookAgain}
          </Button>
        )}
        <Button variant="link" onClick={onClose}>
          {close}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

/** The wish to mend a finding. */
export function fixOf({ code, target: { namespace, name } }: FindingModel): Wish {
  const object = namespace === '' ? name : `${namespace}/${name}`;
  return { ask: 'fix', body: { code, ...(name === '' ? {} : { object }) } };
}

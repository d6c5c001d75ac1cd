import { Button, Modal, ModalBody, ModalFooter, ModalHeader, ModalVariant } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import type { NodeImageModel } from '../../models/node-images-model.ts';
import { ProposalActions } from '../../parts/proposal/proposal-actions.tsx';
import { ProposalView } from '../../parts/proposal/proposal-view.tsx';
import type { useProposal, Wish } from '../../parts/proposal/use-proposal.ts';
import { buildWords } from '../../words/build-words.ts';
import { useWords } from '../../words/language-context.ts';
import { proposalWords } from '../../words/proposal-words.ts';

/** A build that somebody wants. */
export interface WantedBuild {
  readonly architecture: string;
  readonly request: 'retry' | 'rebuild';
}

interface BuildRequestProps {
  readonly config: NodeImageModel;
  readonly wanted: WantedBuild;
  readonly wishing: ReturnType<typeof useProposal>;
  readonly onClose: () => void;
}

/** What a build would do, tried on the server; asked for once it was seen. */
export function BuildRequest({ config, wanted, wishing, onClose }: BuildRequestProps): ReactElement {
  const { request } = useWords(buildWords);
  const { close, lookAgain } = useWords(proposalWords);
  const { wished, show } = wishing;
  return (
    <Modal isOpen variant={ModalVariant.medium} onClose={onClose} aria-labelledby="build-title">
      <ModalHeader
        title={request.title(config.name, wanted.architecture, wanted.request === 'retry')}
        labelId="build-title"
      />
      <ModalBody>
        <ProposalView wished={wished} />
      </ModalBody>
      <ModalFooter>
        <ProposalActions wishing={wishing} undoName="build-undo.json" />
        {wished.state === 'there' && !wished.proposal.isDone && (
          <Button variant="secondary" onClick={() => show(buildOf(config, wanted))}>
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

/** The wish for a build. */
export function buildOf({ key }: NodeImageModel, { architecture, request }: WantedBuild): Wish {
  return { ask: 'ask-for-build', body: { config: key, request, architectures: [architecture] } };
}

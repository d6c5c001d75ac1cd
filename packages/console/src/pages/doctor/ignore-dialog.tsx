import {
  Button,
  Form,
  FormGroup,
  FormHelperText,
  HelperText,
  HelperTextItem,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalVariant,
  TextInput,
} from '@patternfly/react-core';
import { type ReactElement, type SyntheticEvent, useState } from 'react';
import type { FindingModel } from '../../models/doctor-model.ts';
import { ProposalActions } from '../../parts/proposal/proposal-actions.tsx';
import { ProposalView } from '../../parts/proposal/proposal-view.tsx';
import type { useProposal } from '../../parts/proposal/use-proposal.ts';
import { doctorWords } from '../../words/doctor-words.ts';
import { useWords } from '../../words/language-context.ts';
import { proposalWords } from '../../words/proposal-words.ts';

interface IgnoreDialogProps {
  readonly finding: FindingModel;
  readonly wishing: ReturnType<typeof useProposal>;
  readonly onClose: () => void;
}

/** Why a finding is not to be told any more, and until when; what would be written for it is shown first. */
export function IgnoreDialog({ finding, wishing, onClose }: IgnoreDialogProps): ReactElement {
  const { code, title } = finding;
  const words = useWords(doctorWords);
  const { close } = useWords(proposalWords);
  return (
    <Modal isOpen variant={ModalVariant.medium} onClose={onClose} aria-labelledby="ignore-title">
      <ModalHeader
        title={`${words.ignoreOf(code)}: ${title}`}
        labelId="ignore-title"
        description={words.ignoreLead}
      />
      <ModalBody>
        <IgnoreForm
          onWish={(reason, until) =>
            wishing.show({ ask: 'ignore', body: { code, reason, until, object: finding.target } })
          }
          onChange={wishing.forget}
        />
        <ProposalView wished={wishing.wished} />
      </ModalBody>
      <ModalFooter>
        {wishing.wished.state === 'no' && (
          <Button type="submit" form="ignore">
            {words.showWrites}
          </Button>
        )}
        <ProposalActions wishing={wishing} undoName={`doctor-undo-${code}.json`} />
        <Button variant="link" onClick={onClose}>
          {close}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

interface IgnoreFormProps {
  readonly onWish: (reason: string, until: string) => Promise<void>;
  readonly onChange: () => void;
}

function IgnoreForm({ onWish, onChange }: IgnoreFormProps): ReactElement {
  const words = useWords(doctorWords);
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const [isTried, setTried] = useState(false);
  const isMissing = isTried && reason.trim() === '';
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    if (reason.trim() !== '') await onWish(reason, until);
  };
  const typed = (set: (next: string) => void) => (_: unknown, next: string) => {
    onChange();
    set(next);
  };
  return (
    <Form id="ignore" onSubmit={submit} noValidate>
      <FormGroup label={words.reason} fieldId="ignore-reason" isRequired>
        <TextInput
          id="ignore-reason"
          isRequired
          value={reason}
          validated={isMissing ? 'error' : 'default'}
          aria-describedby="ignore-reason-help"
          onChange={typed(setReason)}
        />
        <Help id="ignore-reason-help" text={isMissing ? words.sayWhy : ''} isError />
      </FormGroup>
      <UntilField until={until} onType={typed(setUntil)} />
    </Form>
  );
}

interface UntilFieldProps {
  readonly until: string;
  readonly onType: (event: unknown, next: string) => void;
}

function UntilField({ until, onType }: UntilFieldProps): ReactElement {
  const words = useWords(doctorWords);
  return (
    <FormGroup label={words.until} fieldId="ignore-until">
      <TextInput
        id="ignore-until"
        type="date"
        value={until}
        aria-describedby="ignore-until-help"
        onChange={onType}
      />
      <Help id="ignore-until-help" text={words.untilHelp} />
    </FormGroup>
  );
}

interface HelpProps {
  readonly id: string;
  readonly text: string;
  readonly isError?: boolean;
}

function Help({ id, text, isError = false }: HelpProps): ReactElement {
  return (
    <FormHelperText>
      <HelperText id={id}>
        {text !== '' && <HelperTextItem variant={isError ? 'error' : 'default'}>{text}</HelperTextItem>}
      </HelperText>
    </FormHelperText>
  );
}

import {
  Button,
  Form,
  FormGroup,
  FormHelperText,
  FormSelect,
  FormSelectOption,
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
import { type FaultModel, type FaultTarget, targetName } from '../../models/sandbox-model.ts';
import { ProposalActions } from '../../parts/proposal/proposal-actions.tsx';
import { ProposalView } from '../../parts/proposal/proposal-view.tsx';
import { useProposal } from '../../parts/proposal/use-proposal.ts';
import { useWords } from '../../words/language-context.ts';
import { proposalWords } from '../../words/proposal-words.ts';
import { sandboxWords } from '../../words/sandbox-words.ts';

interface FaultDialogProps {
  readonly fault: FaultModel;
  readonly token: string;
  readonly onClose: () => void;
}

/** Which object fails, and how. */
export function FaultDialog({ fault, token, onClose }: FaultDialogProps): ReactElement {
  const words = useWords(sandboxWords);
  const { close } = useWords(proposalWords);
  const wishing = useProposal(token);
  const { annotation } = fault;
  return (
    <Modal isOpen variant={ModalVariant.medium} onClose={onClose} aria-labelledby="fault-title">
      <ModalHeader
        title={words.does[annotation] ?? annotation}
        labelId="fault-title"
        description={annotation}
      />
      <ModalBody>
        <FaultForm
          fault={fault}
          onChange={wishing.forget}
          onWish={({ kind, namespace, name }, value) =>
            wishing.show({ ask: 'fault', body: { annotation, value, object: { kind, namespace, name } } })
          }
        />
        <ProposalView wished={wishing.wished} />
      </ModalBody>
      <ModalFooter>
        {wishing.wished.state === 'no' && (
          <Button type="submit" form="fault">
            {words.show}
          </Button>
        )}
        <ProposalActions wishing={wishing} undoName="fault.json" />
        <Button variant="link" onClick={onClose}>
          {close}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

interface FaultFormProps extends Pick<FaultDialogProps, 'fault'> {
  readonly onChange: () => void;
  readonly onWish: (target: FaultTarget, value: string) => Promise<void>;
}

function FaultForm({ fault, onChange, onWish }: FaultFormProps): ReactElement {
  const { targets, example, left } = fault;
  const words = useWords(sandboxWords);
  const [name, setName] = useState(targets[0] === undefined ? '' : targetName(targets[0]));
  const [value, setValue] = useState(targets[0]?.value === undefined ? example : '');
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const target = targets.find((each) => targetName(each) === name);
    if (target !== undefined) await onWish(target, value);
  };
  const typed = (set: (next: string) => void) => (_: unknown, next: string) => {
    onChange();
    set(next);
  };
  return (
    <Form id="fault" onSubmit={submit}>
      <FormGroup label={words.object} fieldId="fault-object">
        <FormSelect id="fault-object" value={name} onChange={typed(setName)}>
          {targets.map((each) => (
            <FormSelectOption key={targetName(each)} value={targetName(each)} label={labelOf(each)} />
          ))}
        </FormSelect>
        {left > 0 && <p className="console-quiet">{words.more(left)}</p>}
      </FormGroup>
      <ValueField value={value} onType={typed(setValue)} />
    </Form>
  );
}

interface ValueFieldProps {
  readonly value: string;
  readonly onType: (event: unknown, next: string) => void;
}

function ValueField({ value, onType }: ValueFieldProps): ReactElement {
  const words = useWords(sandboxWords);
  return (
    <FormGroup label={words.value} fieldId="fault-value">
      <TextInput id="fault-value" value={value} aria-describedby="fault-help" onChange={onType} />
      <FormHelperText>
        <HelperText id="fault-help">
          <HelperTextItem>{words.valueHelp}</HelperTextItem>
        </HelperText>
      </FormHelperText>
    </FormGroup>
  );
}

/** One that fails already says how. */
function labelOf(target: FaultTarget): string {
  return target.value === undefined ? targetName(target) : `${targetName(target)}: ${target.value}`;
}

import { type JsonValue, textsAt } from '@archipelago/apimachinery';
import {
  Alert,
  Button,
  Content,
  Form,
  FormGroup,
  FormSelect,
  FormSelectOption,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalVariant,
} from '@patternfly/react-core';
import { type ReactElement, type SyntheticEvent, useState } from 'react';
import { planModel } from '../../models/plan-model.ts';
import { PlanLines } from '../../parts/edit/plan-lines.tsx';
import { useAsking } from '../../parts/use-asking.ts';
import { editWords } from '../../words/edit-words.ts';
import { imageAsksWords } from '../../words/image-asks-words.ts';
import { useWords } from '../../words/language-context.ts';
import { planWords } from '../../words/plan-words.ts';

interface WhatIfProps {
  readonly view: JsonValue;
  readonly token: string;
  readonly onClose: () => void;
}

/** What the operator would do if an architecture joined or left. Nothing is done. */
export function WhatIf({ view, token, onClose }: WhatIfProps): ReactElement {
  const words = useWords(imageAsksWords);
  const { asked, ask, forget } = useAsking('what-if', token);
  const isAsking = asked.step === 'asking';
  return (
    <Modal isOpen variant={ModalVariant.large} onClose={onClose} aria-labelledby="what-if-title">
      <ModalHeader title={words.whatIf} labelId="what-if-title" description={words.whatIfLead} />
      <ModalBody>
        <Choice view={view} onAsk={ask} onChange={forget} />
        <div aria-live="polite" className="console-preview">
          {isAsking && <p>{words.thinking}</p>}
          {asked.step === 'told' && <Outcome answer={asked.answer} />}
        </div>
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form="what-if" isDisabled={isAsking}>
          {words.show}
        </Button>
        <Button variant="link" onClick={onClose}>
          {words.close}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

interface ChoiceProps extends Pick<WhatIfProps, 'view'> {
  readonly onAsk: ReturnType<typeof useAsking>['ask'];
  readonly onChange: () => void;
}

function Choice({ view, onAsk, onChange }: ChoiceProps): ReactElement {
  const words = useWords(imageAsksWords);
  const changes = [
    ...textsAt(view, 'nodes', 'join').map((architecture) => ({ what: 'joins', architecture }) as const),
    ...textsAt(view, 'nodes', 'leave').map((architecture) => ({ what: 'leaves', architecture }) as const),
  ];
  const [chosen, setChosen] = useState(0);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const change = changes[chosen];
    if (change !== undefined) await onAsk(change);
  };
  return (
    <Form id="what-if" onSubmit={submit}>
      <FormGroup label={words.change} fieldId="what-if-change">
        <FormSelect
          id="what-if-change"
          value={chosen}
          onChange={(_, value) => {
            onChange();
            setChosen(Number(value));
          }}
        >
          {changes.map(({ what, architecture }, index) => (
            <FormSelectOption
              key={`${what} ${architecture}`}
              value={index}
              label={words[what](architecture)}
            />
          ))}
        </FormSelect>
      </FormGroup>
    </Form>
  );
}

function Outcome({ answer }: { readonly answer: JsonValue }): ReactElement {
  const words = useWords(imageAsksWords);
  const { because } = useWords(editWords);
  const { refusals, warnings, groups } = planModel(answer, useWords(planWords));
  if (refusals.length > 0)
    return (
      <Alert variant="danger" isInline title={words.notKnown} component="h2">
        <span className="console-text">{refusals.join(' ')}</span>
      </Alert>
    );
  return (
    <>
      <Content component="h2">{words.outcome}</Content>
      {warnings.map((text) => (
        <Alert key={text} variant="warning" isInline isPlain title={text} component="p" />
      ))}
      {groups.length === 0 && <p>{words.nothing}</p>}
      {groups.map((group) => (
        <PlanLines key={group.title} {...group} because={because} />
      ))}
    </>
  );
}

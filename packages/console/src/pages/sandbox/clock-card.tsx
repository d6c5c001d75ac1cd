import {
  Button,
  Content,
  Form,
  FormGroup,
  FormHelperText,
  HelperText,
  HelperTextItem,
  TextInput,
} from '@patternfly/react-core';
import { type ReactElement, type SyntheticEvent, useState } from 'react';
import { ProposalActions } from '../../parts/proposal/proposal-actions.tsx';
import { ProposalView } from '../../parts/proposal/proposal-view.tsx';
import { useProposal } from '../../parts/proposal/use-proposal.ts';
import { TitledCard } from '../../parts/titled-card.tsx';
import { useWords } from '../../words/language-context.ts';
import { sandboxWords } from '../../words/sandbox-words.ts';

interface ClockCardProps {
  /** `''`: it is this machine's. */
  readonly ahead: string;
  readonly token: string;
}

/** The cluster's clock, and how it is moved on. */
export function ClockCard({ ahead, token }: ClockCardProps): ReactElement {
  const words = useWords(sandboxWords);
  const wishing = useProposal(token);
  const [by, setBy] = useState('25h');
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    await wishing.show({ ask: 'clock', body: { by } });
  };
  return (
    <TitledCard title={words.clock}>
      <Content component="p">{ahead === '' ? words.clockReal : words.clockNow(ahead)}</Content>
      <Form onSubmit={submit}>
        <FormGroup label={words.by} fieldId="clock-by">
          <TextInput
            id="clock-by"
            value={by}
            aria-describedby="clock-help"
            onChange={(_, next) => {
              wishing.forget();
              setBy(next);
            }}
          />
          <FormHelperText>
            <HelperText id="clock-help">
              <HelperTextItem>{words.byHelp}</HelperTextItem>
            </HelperText>
          </FormHelperText>
        </FormGroup>
        <div>
          <Button type="submit" variant="secondary">
            {words.show}
          </Button>
        </div>
      </Form>
      <ProposalView wished={wishing.wished} />
      <ProposalActions wishing={wishing} undoName="clock.json" />
    </TitledCard>
  );
}

import { Button, Content } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { type ReactElement, useState } from 'react';
import { type FaultModel, targetName } from '../../models/sandbox-model.ts';
import { TitledCard } from '../../parts/titled-card.tsx';
import { useWords } from '../../words/language-context.ts';
import { sandboxWords } from '../../words/sandbox-words.ts';
import { FaultDialog } from './fault-dialog.tsx';

interface FaultsCardProps {
  readonly faults: readonly FaultModel[];
  readonly token: string;
}

/** What can be made to fail, and what does now. */
export function FaultsCard({ faults, token }: FaultsCardProps): ReactElement {
  const words = useWords(sandboxWords);
  const [chosen, setChosen] = useState('');
  const [does, now, act] = words.columns;
  const fault = faults.find(({ annotation }) => annotation === chosen);
  return (
    <TitledCard title={words.faults}>
      <Content component="p">{words.faultsLead}</Content>
      <Table variant="compact" aria-label={words.faults}>
        <Thead>
          <Tr>
            <Th width={50}>{does}</Th>
            <Th width={30}>{now}</Th>
            <Th screenReaderText={act} />
          </Tr>
        </Thead>
        <Tbody>
          {faults.map((each) => (
            <Row key={each.annotation} fault={each} onChoose={setChosen} />
          ))}
        </Tbody>
      </Table>
      {fault !== undefined && <FaultDialog fault={fault} token={token} onClose={() => setChosen('')} />}
    </TitledCard>
  );
}

interface RowProps {
  readonly fault: FaultModel;
  readonly onChoose: (annotation: string) => void;
}

function Row({ fault, onChoose }: RowProps): ReactElement {
  const words = useWords(sandboxWords);
  const { annotation, targets } = fault;
  const [does, now] = words.columns;
  const failing = targets.filter(({ value }) => value !== undefined);
  return (
    <Tr>
      <Td dataLabel={does}>
        {words.does[annotation] ?? annotation}
        <div className="console-quiet console-text">{annotation}</div>
      </Td>
      <Td dataLabel={now} className="console-text">
        {failing.length === 0 ? (
          <span className="console-quiet">{words.well}</span>
        ) : (
          words.nowOn(failing.map(targetName).join(', '))
        )}
      </Td>
      <Td>
        {targets.length === 0 ? (
          <span className="console-quiet">{words.noObject}</span>
        ) : (
          <Button
            variant="link"
            isInline
            aria-label={words.chooseFor(annotation)}
            onClick={() => onChoose(annotation)}
          >
            {words.choose}
          </Button>
        )}
      </Td>
    </Tr>
  );
}

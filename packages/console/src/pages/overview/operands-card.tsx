import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { OverviewModel } from '../../models/overview-model.ts';
import { StateLabel } from '../../parts/state-label.tsx';
import { TitledCard } from '../../parts/titled-card.tsx';
import { useWords } from '../../words/language-context.ts';
import { overviewModelWords, overviewWords } from '../../words/overview-words.ts';

/** What the operator has made. */
export function OperandsCard({
  operands,
  nothing,
}: Pick<OverviewModel, 'operands' | 'nothing'>): ReactElement {
  const words = useWords(overviewWords);
  const { operands: title = '' } = useWords(overviewModelWords).parts;
  return (
    <TitledCard title={title}>
      {operands.length === 0 ? (
        <p>{nothing.operands}</p>
      ) : (
        <Table variant="compact" aria-label={title}>
          <Thead>
            <Tr>
              <Th>{words.operand}</Th>
              <Th>{words.state}</Th>
            </Tr>
          </Thead>
          <Tbody>
            {operands.map(({ kind, name, state }) => (
              <Tr key={`${kind} ${name}`}>
                <Td dataLabel={words.operand}>
                  {kind}
                  <div className="console-quiet console-text">{name}</div>
                </Td>
                <Td dataLabel={words.state}>
                  <StateLabel state={state} />
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
    </TitledCard>
  );
}

import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { OverviewModel } from '../../models/overview-model.ts';
import { StateLabel } from '../../parts/state-label.tsx';
import { TitledCard } from '../../parts/titled-card.tsx';

/** What the operator has made. */
export function OperandsCard({
  operands,
  nothing,
}: Pick<OverviewModel, 'operands' | 'nothing'>): ReactElement {
  return (
    <TitledCard title="Operands">
      {operands.length === 0 ? (
        <p>{nothing.operands}</p>
      ) : (
        <Table variant="compact" aria-label="Operands">
          <Thead>
            <Tr>
              <Th>Operand</Th>
              <Th>State</Th>
            </Tr>
          </Thead>
          <Tbody>
            {operands.map(({ kind, name, state }) => (
              <Tr key={`${kind} ${name}`}>
                <Td dataLabel="Operand">
                  {kind}
                  <div className="console-quiet console-text">{name}</div>
                </Td>
                <Td dataLabel="State">
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

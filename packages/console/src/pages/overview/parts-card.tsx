import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { OverviewModel } from '../../models/overview-model.ts';
import { StateLabel } from '../../parts/state-label.tsx';
import { TitledCard } from '../../parts/titled-card.tsx';

/** Each part with the command that tells more. */
export function PartsCard({ parts }: Pick<OverviewModel, 'parts'>): ReactElement {
  return (
    <TitledCard title="Parts of the installation">
      <Table variant="compact" aria-label="Parts of the installation">
        <Thead>
          <Tr>
            <Th>Part</Th>
            <Th>State</Th>
            <Th>In short</Th>
          </Tr>
        </Thead>
        <Tbody>
          {parts.map(({ name, state, summary, more }) => (
            <Tr key={name}>
              <Td dataLabel="Part">{name}</Td>
              <Td dataLabel="State">
                <StateLabel state={state} />
              </Td>
              <Td dataLabel="In short">
                <span className="console-text">{summary}</span>
                <div className="console-quiet console-text">{more}</div>
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </TitledCard>
  );
}

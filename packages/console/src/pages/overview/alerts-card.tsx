import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { OverviewModel } from '../../models/overview-model.ts';
import { StateLabel } from '../../parts/state-label.tsx';
import { TitledCard } from '../../parts/titled-card.tsx';

/** What fires. */
export function AlertsCard({ alerts, nothing }: Pick<OverviewModel, 'alerts' | 'nothing'>): ReactElement {
  return (
    <TitledCard title="Alerts">
      {alerts.length === 0 ? (
        <p>{nothing.alerts}</p>
      ) : (
        <Table variant="compact" aria-label="Alerts that fire">
          <Thead>
            <Tr>
              <Th>Alert</Th>
              <Th>Severity</Th>
              <Th>Message</Th>
            </Tr>
          </Thead>
          <Tbody>
            {alerts.map(({ name, severity, message }) => (
              <Tr key={`${name} ${message}`}>
                <Td dataLabel="Alert">{name}</Td>
                <Td dataLabel="Severity">
                  <StateLabel state={severity} />
                </Td>
                <Td dataLabel="Message" className="console-text">
                  {message}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
    </TitledCard>
  );
}

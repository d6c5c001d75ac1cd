import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { OverviewModel } from '../../models/overview-model.ts';
import { StateLabel } from '../../parts/state-label.tsx';
import { TitledCard } from '../../parts/titled-card.tsx';
import { useWords } from '../../words/language-context.ts';
import { overviewModelWords, overviewWords } from '../../words/overview-words.ts';

/** What fires. */
export function AlertsCard({ alerts, nothing }: Pick<OverviewModel, 'alerts' | 'nothing'>): ReactElement {
  const words = useWords(overviewWords);
  const { parts } = useWords(overviewModelWords);
  return (
    <TitledCard title={parts.alerts ?? ''}>
      {alerts.length === 0 ? (
        <p>{nothing.alerts}</p>
      ) : (
        <Table variant="compact" aria-label={words.firing}>
          <Thead>
            <Tr>
              <Th>{words.alert}</Th>
              <Th>{words.severity}</Th>
              <Th>{words.message}</Th>
            </Tr>
          </Thead>
          <Tbody>
            {alerts.map(({ name, severity, message }) => (
              <Tr key={`${name} ${message}`}>
                <Td dataLabel={words.alert}>{name}</Td>
                <Td dataLabel={words.severity}>
                  <StateLabel state={severity} />
                </Td>
                <Td dataLabel={words.message} className="console-text">
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

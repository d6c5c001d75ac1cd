import { Button } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { OverviewModel } from '../../models/overview-model.ts';
import type { PageProps } from '../../parts/page-props.ts';
import { StateLabel } from '../../parts/state-label.tsx';
import { TitledCard } from '../../parts/titled-card.tsx';
import { useWords } from '../../words/language-context.ts';
import { overviewModelWords, overviewWords } from '../../words/overview-words.ts';

interface AlertsCardProps extends Pick<OverviewModel, 'alerts' | 'nothing'> {
  readonly go: PageProps['go'];
}

/** What fires, each with the way to its runbook. */
export function AlertsCard({ alerts, nothing, go }: AlertsCardProps): ReactElement {
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
            {alerts.map((alert) => (
              <Row key={`${alert.name} ${alert.message}`} alert={alert} go={go} />
            ))}
          </Tbody>
        </Table>
      )}
    </TitledCard>
  );
}

interface RowProps extends Pick<AlertsCardProps, 'go'> {
  readonly alert: OverviewModel['alerts'][number];
}

function Row({ alert, go }: RowProps): ReactElement {
  const { name, severity, message } = alert;
  const words = useWords(overviewWords);
  return (
    <Tr>
      <Td dataLabel={words.alert}>
        <Button variant="link" isInline onClick={() => go(`/alerts?open=${encodeURIComponent(name)}`)}>
          {name}
        </Button>
      </Td>
      <Td dataLabel={words.severity}>
        <StateLabel state={severity} />
      </Td>
      <Td dataLabel={words.message} className="console-text">
        {message}
      </Td>
    </Tr>
  );
}

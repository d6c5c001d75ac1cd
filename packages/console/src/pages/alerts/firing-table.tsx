import { Content } from '@patternfly/react-core';
import { Table, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { FiringModel, RunbookModel } from '../../models/alerts-model.ts';
import { Age } from '../../parts/age.tsx';
import { ExpandableRow } from '../../parts/expandable-row.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { rowNameId } from '../../parts/row-name-id.ts';
import { StateLabel } from '../../parts/state-label.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { alertsWords } from '../../words/alerts-words.ts';
import { useWords } from '../../words/language-context.ts';
import { Runbook } from './runbook.tsx';

interface FiringTableProps extends Pick<PageProps, 'go'> {
  readonly firing: readonly FiringModel[];
  /** Undefined: they have not been told yet. */
  readonly runbooks: readonly RunbookModel[] | undefined;
}

/** What fires, the most serious first, with its runbook below. */
export function FiringTable({ firing, runbooks, go }: FiringTableProps): ReactElement {
  const words = useWords(alertsWords);
  return (
    <div className="console-wide">
      <Content component="h2">{words.firing}</Content>
      <Table variant="compact" aria-label={words.firing} isExpandable>
        <Thead>
          <Tr>
            <Th screenReaderText={words.more} />
            <Th width={30}>{words.alert}</Th>
            {[words.severity, words.since, words.message].map((name) => (
              <Th key={name}>{name}</Th>
            ))}
          </Tr>
        </Thead>
        {firing.map((alert, index) => (
          <Row
            key={`${alert.name} ${alert.severity} ${alert.labels.join()}`}
            alert={alert}
            index={index}
            go={go}
            runbooks={runbooks}
          />
        ))}
      </Table>
    </div>
  );
}

interface RowProps extends Pick<FiringTableProps, 'go' | 'runbooks'> {
  readonly alert: FiringModel;
  readonly index: number;
}

function Row({ alert, index, runbooks, go }: RowProps): ReactElement {
  const { name, severity, state, since, message, labels } = alert;
  const words = useWords(alertsWords);
  const [open, setOpen] = useQuery('open');
  return (
    <ExpandableRow
      index={index}
      columns={4}
      startsOpen={open === name}
      onToggle={(isOpen) => setOpen(isOpen ? name : '')}
      details={() => <Details name={name} runbooks={runbooks} go={go} />}
    >
      <Th dataLabel={words.alert}>
        <span id={rowNameId(index)} className="console-text">
          {name}
        </span>
      </Th>
      <Td dataLabel={words.severity}>
        <StateLabel state={severity} />
      </Td>
      <Td dataLabel={words.since}>
        <Age at={since} />
        {state === 'pending' && <div className="console-quiet">{words.pending}</div>}
      </Td>
      <Td dataLabel={words.message} className="console-text">
        {message}
        {labels.length > 0 && <div className="console-quiet">{labels.join(', ')}</div>}
      </Td>
    </ExpandableRow>
  );
}

function Details({
  name,
  runbooks,
  go,
}: Pick<RowProps, 'runbooks' | 'go'> & { readonly name: string }): ReactElement {
  const words = useWords(alertsWords);
  const runbook = runbooks?.find((each) => each.name === name);
  if (runbook !== undefined) return <Runbook runbook={runbook} go={go} />;
  return <p>{runbooks === undefined ? words.loading : words.noRunbook}</p>;
}

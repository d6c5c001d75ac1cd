import { Content, PageSection } from '@patternfly/react-core';
import { Table, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { RunbookModel } from '../../models/alerts-model.ts';
import { ExpandableRow } from '../../parts/expandable-row.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { rowNameId } from '../../parts/row-name-id.ts';
import { StateLabel } from '../../parts/state-label.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { alertsWords } from '../../words/alerts-words.ts';
import { useWords } from '../../words/language-context.ts';
import { Runbook } from './runbook.tsx';

interface OthersTableProps extends Pick<PageProps, 'go'> {
  readonly runbooks: readonly RunbookModel[];
  /** How many rows the page has above. */
  readonly before: number;
}

/** The alerts that do not fire, each with its runbook. */
export function OthersTable({ runbooks, before, go }: OthersTableProps): ReactElement {
  const words = useWords(alertsWords);
  return (
    <PageSection className="console-wide">
      <Content component="h2">{words.others}</Content>
      <Content component="p">{words.othersLead}</Content>
      <Table variant="compact" aria-label={words.others} isExpandable>
        <Thead>
          <Tr>
            <Th screenReaderText={words.more} />
            <Th width={30}>{words.alert}</Th>
            {[words.severity, words.summary].map((name) => (
              <Th key={name}>{name}</Th>
            ))}
          </Tr>
        </Thead>
        {runbooks.map((runbook, index) => (
          <Row key={runbook.name} runbook={runbook} index={before + index} go={go} />
        ))}
      </Table>
    </PageSection>
  );
}

interface RowProps extends Pick<PageProps, 'go'> {
  readonly runbook: RunbookModel;
  readonly index: number;
}

function Row({ runbook, index, go }: RowProps): ReactElement {
  const words = useWords(alertsWords);
  const [open, setOpen] = useQuery('open');
  return (
    <ExpandableRow
      index={index}
      columns={3}
      startsOpen={open === runbook.name}
      onToggle={(isOpen) => setOpen(isOpen ? runbook.name : '')}
      details={() => <Runbook runbook={runbook} go={go} />}
    >
      <Th dataLabel={words.alert}>
        <span id={rowNameId(index)} className="console-text">
          {runbook.name}
        </span>
      </Th>
      <Td dataLabel={words.severity}>
        {runbook.rules.map(({ severity }) => (
          <StateLabel key={severity} state={severity} />
        ))}
      </Td>
      <Td dataLabel={words.summary} className="console-text">
        {runbook.summary}
      </Td>
    </ExpandableRow>
  );
}

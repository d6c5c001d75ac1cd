import { Table, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { FindingModel } from '../../models/doctor-model.ts';
import { ExpandableRow } from '../../parts/expandable-row.tsx';
import { rowNameId } from '../../parts/row-name-id.ts';
import { StateLabel } from '../../parts/state-label.tsx';
import { useFirst } from '../../parts/use-first.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { doctorWords } from '../../words/doctor-words.ts';
import { useWords } from '../../words/language-context.ts';
import type { OnAct } from './finding-actions.tsx';
import { FindingDetails } from './finding-details.tsx';

interface FindingsTableProps {
  readonly label: string;
  readonly findings: readonly FindingModel[];
  /** Rows are numbered from it on; tables of one page number theirs apart. */
  readonly first: number;
  readonly onAct: OnAct;
}

/** A row for each finding, with evidence and fix below it; those of critical ones are open. */
export function FindingsTable({ label, findings, first, onAct }: FindingsTableProps): ReactElement {
  const words = useWords(doctorWords);
  const [opened] = useQuery('open');
  const [severity, finding, object] = words.columns;
  const isNamed = ({ code, id }: FindingModel) => opened === code || opened === id;
  const { shown, more } = useFirst(findings, isNamed);
  return (
    <div className="console-wide">
      <Table variant="compact" aria-label={label} isExpandable>
        <Thead>
          <Tr>
            <Th screenReaderText={words.more} />
            <Th>{severity}</Th>
            <Th>{finding}</Th>
            <Th>{object}</Th>
          </Tr>
        </Thead>
        {shown.map((each, index) => (
          <Row key={each.id} finding={each} index={first + index} onAct={onAct} isNamed={isNamed(each)} />
        ))}
      </Table>
      {more}
    </div>
  );
}

interface RowProps {
  readonly finding: FindingModel;
  readonly index: number;
  readonly onAct: OnAct;
  /** Whether the address leads to it. */
  readonly isNamed: boolean;
}

function Row({ finding, index, onAct, isNamed }: RowProps): ReactElement {
  const words = useWords(doctorWords);
  const [severityColumn, findingColumn, objectColumn] = words.columns;
  const { code, title, severity, message, object } = finding;
  return (
    <ExpandableRow
      index={index}
      columns={3}
      startsOpen={severity === 'critical' || isNamed}
      details={() => <FindingDetails finding={finding} onAct={onAct} />}
    >
      <Td dataLabel={severityColumn}>
        <StateLabel state={severity} />
      </Td>
      <Td dataLabel={findingColumn}>
        <strong id={rowNameId(index)}>
          {code} {title}
        </strong>
        <div className="console-text">{message}</div>
      </Td>
      <Td dataLabel={objectColumn} className="console-text">
        {object || words.cluster}
      </Td>
    </ExpandableRow>
  );
}

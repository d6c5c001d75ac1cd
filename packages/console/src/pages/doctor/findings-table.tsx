import { Table, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { FindingModel } from '../../models/doctor-model.ts';
import { ExpandableRow } from '../../parts/expandable-row.tsx';
import { rowNameId } from '../../parts/row-name-id.ts';
import { StateLabel } from '../../parts/state-label.tsx';
import { FindingDetails } from './finding-details.tsx';

interface FindingsTableProps {
  readonly label: string;
  readonly findings: readonly FindingModel[];
  /** Rows are numbered from it on; tables of one page number theirs apart. */
  readonly first: number;
}

/** A row for each finding, with evidence and fix below it; those of critical ones are open. */
export function FindingsTable({ label, findings, first }: FindingsTableProps): ReactElement {
  return (
    <div className="console-wide">
      <Table variant="compact" aria-label={label} isExpandable>
        <Thead>
          <Tr>
            <Th screenReaderText="More" />
            <Th>Severity</Th>
            <Th>Finding</Th>
            <Th>Object</Th>
          </Tr>
        </Thead>
        {findings.map((finding, index) => (
          <Row key={finding.id} finding={finding} index={first + index} />
        ))}
      </Table>
    </div>
  );
}

function Row({ finding, index }: { readonly finding: FindingModel; readonly index: number }): ReactElement {
  const { code, title, severity, message, object } = finding;
  return (
    <ExpandableRow
      index={index}
      columns={3}
      startsOpen={severity === 'critical'}
      details={() => <FindingDetails finding={finding} />}
    >
      <Td dataLabel="Severity">
        <StateLabel state={severity} />
      </Td>
      <Td dataLabel="Finding">
        <strong id={rowNameId(index)}>
          {code} {title}
        </strong>
        <div className="console-text">{message}</div>
      </Td>
      <Td dataLabel="Object" className="console-text">
        {object || 'the cluster'}
      </Td>
    </ExpandableRow>
  );
}

import { Button } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { MachineRow } from '../../models/machines-model.ts';
import { useWords } from '../../words/language-context.ts';
import { machinesWords } from '../../words/machines-words.ts';
import { ProblemLabel } from './problem-label.tsx';

interface MachinesTableProps {
  readonly rows: readonly MachineRow[];
  readonly onOpen: (machine: string) => void;
}

/** A row for each machine: what is wrong, and what to do. */
export function MachinesTable({ rows, onOpen }: MachinesTableProps): ReactElement {
  const { list, columns } = useWords(machinesWords);
  const { machine, architecture, problem } = columns;
  return (
    <div className="console-wide">
      <Table variant="compact" aria-label={list}>
        <Thead>
          <Tr>
            <Th width={25}>{machine}</Th>
            <Th modifier="fitContent">{architecture}</Th>
            <Th>{problem}</Th>
          </Tr>
        </Thead>
        <Tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} onOpen={onOpen} />
          ))}
        </Tbody>
      </Table>
    </div>
  );
}

interface RowProps extends Pick<MachinesTableProps, 'onOpen'> {
  readonly row: MachineRow;
}

function Row({ row, onOpen }: RowProps): ReactElement {
  const { columns, unknown, nothingWrong } = useWords(machinesWords);
  const { key, architecture, status, findings } = row;
  return (
    <Tr>
      <Th dataLabel={columns.machine}>
        <Button variant="link" isInline className="console-text" onClick={() => onOpen(key)}>
          {key}
        </Button>
        <div className="console-quiet console-text">{status}</div>
      </Th>
      <Td dataLabel={columns.architecture} className="console-text">
        {architecture || unknown}
      </Td>
      <Td dataLabel={columns.problem}>
        {findings.length === 0 && <span className="console-quiet">{nothingWrong}</span>}
        {findings.map((finding) => (
          <div key={finding.reason}>
            <ProblemLabel finding={finding} />
            <div className="console-text">{finding.message}</div>
            <div className="console-text">
              <span className="console-quiet">{columns.fix}: </span>
              {finding.fix}
            </div>
          </div>
        ))}
      </Td>
    </Tr>
  );
}

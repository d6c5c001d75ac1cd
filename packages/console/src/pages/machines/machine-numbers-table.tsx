import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { MachineNumbers } from '../../models/machines-model.ts';
import { useWords } from '../../words/language-context.ts';
import { machinesWords } from '../../words/machines-words.ts';

/** Machines counted by architecture, beside its nodes. */
export function MachineNumbersTable({
  numbers,
}: {
  readonly numbers: readonly MachineNumbers[];
}): ReactElement {
  const { byArchitecture, columns, unknown } = useWords(machinesWords);
  const { architecture, machines, running, troubled, nodes } = columns;
  return (
    <Table variant="compact" aria-label={byArchitecture}>
      <Thead>
        <Tr>
          {[architecture, machines, running, troubled, nodes].map((name) => (
            <Th key={name} modifier="wrap">
              {name}
            </Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {numbers.map((each) => (
          <Tr key={each.architecture}>
            <Th dataLabel={architecture} className="console-text">
              {each.architecture || unknown}
            </Th>
            <Td dataLabel={machines}>{each.count}</Td>
            <Td dataLabel={running}>{each.running}</Td>
            <Td dataLabel={troubled}>{each.troubled}</Td>
            <Td dataLabel={nodes}>{each.nodes}</Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}

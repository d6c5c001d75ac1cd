import { DescriptionList } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { ImageRow } from '../../models/images-model.ts';
import { Fact } from '../../parts/fact.tsx';
import { StateLabel } from '../../parts/state-label.tsx';

const columns = ['Architecture', 'State', 'Why', 'DataSource', 'Digest', 'Imported', 'Disk'];

/** Everything there is to say about an image. */
export function ImageDetails({ row }: { readonly row: ImageRow }): ReactElement {
  const cells = [...row.cells, row.anyNode].flatMap((cell) => cell ?? []);
  return (
    <>
      <DescriptionList isCompact isHorizontal>
        <Fact term="Architectures">{row.decided}</Fact>
        <Fact term="DataSource">
          {row.namespace}/{row.dataSource}
          {row.pointsTo !== '' && ` leads to ${row.pointsTo}`}
        </Fact>
      </DescriptionList>
      <Table variant="compact" aria-label={`${row.template} on each architecture`}>
        <Thead>
          <Tr>
            {columns.map((name) => (
              <Th key={name}>{name}</Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {cells.map((cell) => (
            <Tr key={cell.architecture}>
              <Th dataLabel="Architecture">{cell.architecture || 'any'}</Th>
              <Td dataLabel="State">
                <StateLabel state={cell.state} />
              </Td>
              {[cell.cause, cell.dataSource, cell.digest, cell.importedAt, cell.claim].map((text, index) => (
                <Td key={columns[index + 2]} dataLabel={columns[index + 2] ?? ''} className="console-text">
                  {text || '—'}
                </Td>
              ))}
            </Tr>
          ))}
        </Tbody>
      </Table>
    </>
  );
}

import { DescriptionList } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { ImageCell, ImageRow } from '../../models/images-model.ts';
import { Fact } from '../../parts/fact.tsx';
import { StateLabel } from '../../parts/state-label.tsx';
import { imagesWords } from '../../words/images-words.ts';
import { useWords } from '../../words/language-context.ts';

/** Everything there is to say about an image. */
export function ImageDetails({ row }: { readonly row: ImageRow }): ReactElement {
  const words = useWords(imagesWords);
  return (
    <>
      <DescriptionList isCompact isHorizontal>
        <Fact term={words.architectures}>{row.decided}</Fact>
        <Fact term={words.dataSource}>
          {row.namespace}/{row.dataSource}
          {row.pointsTo !== '' && words.leadsTo(row.pointsTo)}
        </Fact>
      </DescriptionList>
      <Cells row={row} />
    </>
  );
}

function Cells({ row }: { readonly row: ImageRow }): ReactElement {
  const words = useWords(imagesWords);
  const facts: readonly (readonly [string, keyof ImageCell])[] = [
    [words.why, 'cause'],
    [words.dataSource, 'dataSource'],
    [words.digest, 'digest'],
    [words.imported, 'importedAt'],
    [words.disk, 'claim'],
  ];
  return (
    <Table variant="compact" aria-label={words.onEach(row.template)}>
      <Thead>
        <Tr>
          {[words.architecture, words.state, ...facts.map(([name]) => name)].map((name) => (
            <Th key={name}>{name}</Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {[...row.cells, row.anyNode]
          .flatMap((cell) => cell ?? [])
          .map((cell) => (
            <Tr key={cell.architecture}>
              <Th dataLabel={words.architecture}>{cell.architecture || words.any}</Th>
              <Td dataLabel={words.state}>
                <StateLabel state={cell.state} />
              </Td>
              {facts.map(([name, key]) => (
                <Td key={name} dataLabel={name} className="console-text">
                  {cell[key] || '—'}
                </Td>
              ))}
            </Tr>
          ))}
      </Tbody>
    </Table>
  );
}

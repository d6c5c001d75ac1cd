import { Table, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { ImageCell, ImageRow, ImagesModel } from '../../models/images-model.ts';
import { ExpandableRow } from '../../parts/expandable-row.tsx';
import { rowNameId } from '../../parts/row-name-id.ts';
import { StateLabel } from '../../parts/state-label.tsx';
import { ImageDetails } from './image-details.tsx';

/** Templates × architectures, with more below each template. */
export function ImagesTable({ model }: { readonly model: ImagesModel }): ReactElement {
  const { architectures, rows } = model;
  return (
    <div className="console-wide">
      <Table variant="compact" aria-label="Golden images by architecture" isExpandable>
        <Thead>
          <Tr>
            <Th screenReaderText="More" />
            <Th>Image</Th>
            {architectures.map((name) => (
              <Th key={name}>{name}</Th>
            ))}
          </Tr>
        </Thead>
        {rows.map((row, index) => (
          <Row key={row.template} row={row} index={index} architectures={architectures} />
        ))}
      </Table>
    </div>
  );
}

interface RowProps extends Pick<ImagesModel, 'architectures'> {
  readonly row: ImageRow;
  readonly index: number;
}

function Row({ row, index, architectures }: RowProps): ReactElement {
  const { template, namespace, dataSource, cells, anyNode } = row;
  return (
    <ExpandableRow
      index={index}
      columns={architectures.length + 1}
      details={() => <ImageDetails row={row} />}
    >
      <Th dataLabel="Image">
        <span id={rowNameId(index)} className="console-text">
          {template}
        </span>
        <div className="console-quiet console-text">
          {namespace}/{dataSource}
        </div>
      </Th>
      {anyNode === undefined ? (
        architectures.map((name, place) => (
          <Td key={name} dataLabel={name}>
            <Cell cell={cells[place]} />
          </Td>
        ))
      ) : (
        <Td colSpan={architectures.length} dataLabel="Any architecture">
          <Cell cell={anyNode} />
          <div className="console-quiet">one image for all: of whichever architecture imports it</div>
        </Td>
      )}
    </ExpandableRow>
  );
}

const quiet = new Set(['ready', 'notSupported', 'notWanted']);

/** Where something is under way or in the way, the cause stands in the matrix, too. */
function Cell({ cell }: { readonly cell: ImageCell | undefined }): ReactElement {
  if (cell === undefined) return <span className="console-quiet">none</span>;
  return (
    <>
      <StateLabel state={cell.state} />
      <div className="console-quiet console-text">
        {quiet.has(cell.state) ? cell.digest.replace(/^sha256:/, '').slice(0, 12) : cell.cause}
      </div>
    </>
  );
}

import type { JsonValue } from '@archipelago/apimachinery';
import { Label } from '@patternfly/react-core';
import { Table, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { ImageCell, ImageRow, ImagesModel } from '../../models/images-model.ts';
import { type ToldModel, toldModels } from '../../models/told-models.ts';
import { ExpandableRow } from '../../parts/expandable-row.tsx';
import { rowNameId } from '../../parts/row-name-id.ts';
import { StateLabel } from '../../parts/state-label.tsx';
import { useFirst } from '../../parts/use-first.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { imagesWords } from '../../words/images-words.ts';
import { useWords } from '../../words/language-context.ts';
import { toldWords } from '../../words/told-words.ts';
import { ImageDetails } from './image-details.tsx';

interface ImagesTableProps {
  readonly model: ImagesModel;
  /** What the model was made of. */
  readonly view: JsonValue;
}

/** Templates × architectures, with more below each template. */
export function ImagesTable({ model, view }: ImagesTableProps): ReactElement {
  const { architectures, rows } = model;
  const words = useWords(imagesWords);
  const told = toldModels(view, useWords(toldWords));
  const [open] = useQuery('open');
  const { shown, more } = useFirst(rows, ({ template }) => template === open);
  return (
    <div className="console-wide">
      <Table variant="compact" aria-label={words.table} isExpandable>
        <Thead>
          <Tr>
            <Th screenReaderText={words.more} />
            <Th>{words.image}</Th>
            {architectures.map((name) => (
              <Th key={name}>{shortName(name)}</Th>
            ))}
          </Tr>
        </Thead>
        {shown.map((row, index) => (
          <Row
            key={row.template}
            row={row}
            index={index}
            architectures={architectures}
            told={told.get(row.template)}
          />
        ))}
      </Table>
      {more}
    </div>
  );
}

interface RowProps extends Pick<ImagesModel, 'architectures'> {
  readonly told: ToldModel | undefined;
  readonly row: ImageRow;
  readonly index: number;
}

function Row({ row, index, architectures, told }: RowProps): ReactElement {
  const { template, namespace, dataSource } = row;
  const words = useWords(imagesWords);
  const [open, setOpen] = useQuery('open');
  return (
    <ExpandableRow
      index={index}
      columns={architectures.length + 1}
      startsOpen={open === template}
      onToggle={(isOpen) => setOpen(isOpen ? template : '')}
      details={() => <ImageDetails row={row} told={told} />}
    >
      <Th dataLabel={words.image}>
        <span id={rowNameId(index)} className="console-text">
          {template}
        </span>
        <div className="console-quiet console-text">
          {namespace}/{dataSource}
        </div>
        {told?.isOdd === true && (
          <Label variant="outline" isCompact status="warning">
            {words.differ}
          </Label>
        )}
      </Th>
      <Cells row={row} architectures={architectures} />
    </ExpandableRow>
  );
}

function Cells({ row, architectures }: Pick<RowProps, 'row' | 'architectures'>): ReactElement {
  const { cells, anyNode } = row;
  const words = useWords(imagesWords);
  return (
    <>
      {anyNode === undefined ? (
        architectures.map((name, place) => (
          <Td key={name} dataLabel={shortName(name)}>
            <Cell cell={cells[place]} />
          </Td>
        ))
      ) : (
        <Td colSpan={architectures.length} dataLabel={words.anyArchitecture}>
          <Cell cell={anyNode} />
          <div className="console-quiet">{words.oneForAll}</div>
        </Td>
      )}
    </>
  );
}

/** An annotation can list anything as an architecture. */
function shortName(architecture: string): string {
  return architecture.length > longestName ? `${architecture.slice(0, longestName - 1)}…` : architecture;
}

const longestName = 16;

const quiet = new Set(['ready', 'notSupported', 'notWanted']);

/** Where something is under way or in the way, the cause stands in the matrix, too. */
function Cell({ cell }: { readonly cell: ImageCell | undefined }): ReactElement {
  const { nothing, imports } = useWords(imagesWords);
  if (cell === undefined) return <span className="console-quiet">{nothing}</span>;
  return (
    <>
      <StateLabel state={cell.state} />
      <div className="console-quiet console-text">
        {cell.percent !== undefined && <div>{imports(cell.percent)}</div>}
        {quiet.has(cell.state) ? cell.digest.replace(/^sha256:/, '').slice(0, 12) : cell.cause}
      </div>
    </>
  );
}

import { Alert, DescriptionList } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { ImageRow } from '../../models/images-model.ts';
import type { ToldModel } from '../../models/told-models.ts';
import { Age } from '../../parts/age.tsx';
import { Fact } from '../../parts/fact.tsx';
import { StateLabel } from '../../parts/state-label.tsx';
import { imagesWords } from '../../words/images-words.ts';
import { useWords } from '../../words/language-context.ts';

interface ImageDetailsProps {
  readonly row: ImageRow;
  /** Undefined: nothing is told of its architectures. */
  readonly told: ToldModel | undefined;
}

/** Everything there is to say about an image. */
export function ImageDetails({ row, told }: ImageDetailsProps): ReactElement {
  const words = useWords(imagesWords);
  return (
    <>
      <DescriptionList isCompact isHorizontal>
        <Fact term={words.architectures}>{row.decided}</Fact>
        <Fact term={words.dataSource}>
          {row.namespace}/{row.dataSource}
          {row.pointsTo !== '' && words.leadsTo(row.pointsTo)}
        </Fact>
        {told !== undefined && <Told told={told} />}
      </DescriptionList>
      {told?.findings.map(({ level, message, fix }) => (
        <Alert key={message} variant={level} isInline isPlain title={message} component="p">
          <span className="console-text">{words.whatToDo(fix)}</span>
        </Alert>
      ))}
      <Cells row={row} />
    </>
  );
}

function Told({ told }: { readonly told: ToldModel }): ReactElement {
  const words = useWords(imagesWords);
  const { image, annotation, registry, since, comparison } = told;
  return (
    <>
      {image !== '' && <Fact term={words.reference}>{image}</Fact>}
      <Fact term={words.annotationSays}>
        {annotation}
        {comparison !== '' && <div className="console-quiet">{comparison}</div>}
      </Fact>
      <Fact term={words.registrySays}>
        {registry}
        {since !== '' && (
          <div className="console-quiet">
            {words.since} <Age at={since} />
          </div>
        )}
      </Fact>
    </>
  );
}

function Cells({ row }: { readonly row: ImageRow }): ReactElement {
  const words = useWords(imagesWords);
  const facts = factsOf(words);
  return (
    <Table variant="compact" aria-label={words.onEach(row.template)}>
      <Thead>
        <Tr>
          {[words.architecture, words.state, ...facts.map(([name]) => name), words.imported].map((name) => (
            <Th key={name} modifier="wrap">
              {name}
            </Th>
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
                  {shortened(key, cell[key]) || '—'}
                </Td>
              ))}
              <Td dataLabel={words.imported}>
                <Age at={cell.importedAt} />
              </Td>
            </Tr>
          ))}
      </Tbody>
    </Table>
  );
}

type Told = readonly [name: string, key: 'cause' | 'dataSource' | 'digest' | 'claim'];

/** The matrix has the same part of a digest; `archipelago images -o json` has all of it. */
function shortened(key: Told[1], text: string): string {
  return key === 'digest' ? text.replace(/^sha256:/, '').slice(0, 12) : text;
}

function factsOf(words: (typeof imagesWords)['en']): readonly Told[] {
  return [
    [words.why, 'cause'],
    [words.dataSource, 'dataSource'],
    [words.digest, 'digest'],
    [words.disk, 'claim'],
  ];
}

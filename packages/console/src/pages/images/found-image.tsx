import { Alert } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { FoundImageModel } from '../../models/found-image-model.ts';
import { imageAsksWords } from '../../words/image-asks-words.ts';
import { useWords } from '../../words/language-context.ts';

/** What a registry told of an image, or why it did not. */
export function FoundImage({ found }: { readonly found: FoundImageModel }): ReactElement {
  const words = useWords(imageAsksWords);
  if (!found.isFound)
    return (
      <Alert variant="danger" isInline title={words.notFound} component="h2">
        <p className="console-text">{found.message}</p>
        {found.fix !== '' && <p className="console-text">{words.whatToDo(found.fix)}</p>}
      </Alert>
    );
  const { name, reference, digest, platforms } = found;
  return (
    <>
      <Alert variant="info" isInline title={words.found(name)} component="h2">
        <span className="console-text">
          {reference} {digest}
        </span>
      </Alert>
      <Table variant="compact" aria-label={words.platforms}>
        <Thead>
          <Tr>
            {[words.architecture, words.download, words.here].map((title) => (
              <Th key={title}>{title}</Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {platforms.map(({ architecture, download, isWanted }) => (
            <Tr key={architecture}>
              <Th dataLabel={words.architecture} className="console-text">
                {architecture}
              </Th>
              <Td dataLabel={words.download}>{download || words.unknown}</Td>
              <Td dataLabel={words.here}>{isWanted ? words.runs : words.noNode}</Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </>
  );
}

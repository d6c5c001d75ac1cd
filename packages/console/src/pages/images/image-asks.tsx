import type { JsonValue } from '@archipelago/apimachinery';
import { Button, Flex, FlexItem } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import type { PageProps } from '../../parts/page-props.ts';
import { useQuery } from '../../parts/use-query.ts';
import { imageAsksWords } from '../../words/image-asks-words.ts';
import { useWords } from '../../words/language-context.ts';
import { AddImage } from './add-image.tsx';
import { WhatIf } from './what-if.tsx';

interface ImageAsksProps extends Pick<PageProps, 'token'> {
  readonly view: JsonValue;
}

/** What can be asked about golden images; what is open has a link. */
export function ImageAsks({ view, token }: ImageAsksProps): ReactElement {
  const words = useWords(imageAsksWords);
  const [shown, show] = useQuery('ask');
  const close = () => show('');
  return (
    <>
      <Flex>
        <FlexItem>
          <Button onClick={() => show('add')}>{words.add}</Button>
        </FlexItem>
        <FlexItem>
          <Button variant="secondary" onClick={() => show('what-if')}>
            {words.whatIf}
          </Button>
        </FlexItem>
      </Flex>
      {shown === 'add' && <AddImage token={token} onClose={close} />}
      {shown === 'what-if' && <WhatIf view={view} token={token} onClose={close} />}
    </>
  );
}

import { Bullseye, PageSection, Spinner, Stack, StackItem } from '@patternfly/react-core';
import type { ReactElement } from 'react';

/** Until there is something to show. */
export function Loading({ words }: { readonly words: string }): ReactElement {
  return (
    <PageSection>
      <Bullseye>
        <Stack hasGutter>
          <StackItem>
            <Spinner aria-label={words} />
          </StackItem>
          <StackItem>{words}</StackItem>
        </Stack>
      </Bullseye>
    </PageSection>
  );
}

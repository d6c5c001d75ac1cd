import type { JsonValue } from '@archipelago/apimachinery';
import { PageSection, Stack } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { usePage } from '../../live/use-page.ts';
import { sandboxModel } from '../../models/sandbox-model.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { useWords } from '../../words/language-context.ts';
import { sandboxWords } from '../../words/sandbox-words.ts';
import { ClockCard } from './clock-card.tsx';
import { FaultsCard } from './faults-card.tsx';
import { HourCard } from './hour-card.tsx';
import { ScenariosCard } from './scenarios-card.tsx';

/** What can be played with in an embedded cluster. */
export function SandboxPage({ token }: PageProps): ReactElement {
  const words = useWords(sandboxWords);
  const heard = usePage('sandbox', token);
  return (
    <PageFrame title={words.title} lead={words.lead} heard={heard}>
      {(view) => <Cards view={view} token={token} />}
    </PageFrame>
  );
}

function Cards({ view, token }: { readonly view: JsonValue; readonly token: string }): ReactElement {
  const words = useWords(sandboxWords);
  const { isEmbedded, ahead, faults, scenarios, seen } = sandboxModel(view);
  return (
    <PageSection>
      {isEmbedded ? (
        <Stack hasGutter>
          <HourCard seen={seen} />
          <FaultsCard faults={faults} token={token} />
          <ClockCard ahead={ahead} token={token} />
          <ScenariosCard scenarios={scenarios} />
        </Stack>
      ) : (
        <p>{words.none}</p>
      )}
    </PageSection>
  );
}

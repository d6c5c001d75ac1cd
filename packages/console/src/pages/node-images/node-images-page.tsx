import type { JsonValue } from '@archipelago/apimachinery';
import { PageSection, Stack } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { usePage } from '../../live/use-page.ts';
import { nodeImagesModel } from '../../models/node-images-model.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { useWords } from '../../words/language-context.ts';
import { nodeImagesWords } from '../../words/node-images-words.ts';
import { ConfigCard } from './config-card.tsx';

/** Images of node pools: their builds by architecture, and which nodes have them. */
export function NodeImagesPage({ token }: PageProps): ReactElement {
  const heard = usePage('layering', token);
  const { title, lead } = useWords(nodeImagesWords);
  return (
    <PageFrame title={title} lead={lead} heard={heard}>
      {(view) => <NodeImages view={view} token={token} />}
    </PageFrame>
  );
}

interface NodeImagesProps {
  readonly view: JsonValue;
  readonly token: string;
}

function NodeImages({ view, token }: NodeImagesProps): ReactElement {
  const { none } = useWords(nodeImagesWords);
  const configs = nodeImagesModel(view);
  return (
    <PageSection>
      <Stack hasGutter>
        {configs.length === 0 && <p>{none}</p>}
        {configs.map((config) => (
          <ConfigCard key={config.key} config={config} token={token} />
        ))}
      </Stack>
    </PageSection>
  );
}

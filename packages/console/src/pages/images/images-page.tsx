import type { JsonValue } from '@archipelago/apimachinery';
import { PageSection } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { usePage } from '../../live/use-page.ts';
import { type ImagesModel, imagesModel } from '../../models/images-model.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { imagesModelWords, imagesWords } from '../../words/images-words.ts';
import { useWords } from '../../words/language-context.ts';
import { stateWords } from '../../words/state-words.ts';
import { ImageAsks } from './image-asks.tsx';
import { ImagesTable } from './images-table.tsx';

/** Golden images on each architecture. */
export function ImagesPage({ token }: PageProps): ReactElement {
  const heard = usePage('images', token);
  const { title, lead } = useWords(imagesWords);
  return (
    <PageFrame title={title} lead={lead} heard={heard}>
      {(view) => <Images view={view} token={token} />}
    </PageFrame>
  );
}

interface ImagesProps extends Pick<PageProps, 'token'> {
  readonly view: JsonValue;
}

function Images({ view, token }: ImagesProps): ReactElement {
  const { none } = useWords(imagesWords);
  const model = imagesModel(view, useWords(imagesModelWords));
  return (
    <PageSection>
      <div className="console-spaced">
        <ImageAsks view={view} token={token} />
        {model.rows.length === 0 ? (
          <p>{none}</p>
        ) : (
          <>
            <Counts counts={model.counts} />
            <ImagesTable model={model} view={view} />
          </>
        )}
      </div>
    </PageSection>
  );
}

function Counts({ counts }: Pick<ImagesModel, 'counts'>): ReactElement {
  const words = useWords(imagesWords);
  const states = useWords(stateWords);
  const told = counts.map(({ state, count }) => words.count(count, states[state] ?? state));
  return <p role="status">{words.counts(told.join(words.join))}</p>;
}

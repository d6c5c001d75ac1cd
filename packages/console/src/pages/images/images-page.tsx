import type { JsonValue } from '@archipelago/apimachinery';
import { PageSection } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { usePage } from '../../live/use-page.ts';
import { type ImagesModel, imagesModel } from '../../models/images-model.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { ImagesTable } from './images-table.tsx';

/** Golden images on each architecture. */
export function ImagesPage({ token }: PageProps): ReactElement {
  const heard = usePage('images', token);
  return (
    <PageFrame
      title="Golden images"
      lead="What has become of each image on each architecture, and why. Machines boot from those that are ready."
      heard={heard}
    >
      {(view) => <Images view={view} />}
    </PageFrame>
  );
}

function Images({ view }: { readonly view: JsonValue }): ReactElement {
  const model = imagesModel(view);
  return (
    <PageSection>
      {model.rows.length === 0 ? (
        <p>
          There are no golden images: spec.enableCommonBootImageImport and spec.dataImportCronTemplates decide
          which there are.
        </p>
      ) : (
        <>
          <Counts counts={model.counts} />
          <ImagesTable model={model} />
        </>
      )}
    </PageSection>
  );
}

function Counts({ counts }: Pick<ImagesModel, 'counts'>): ReactElement {
  return (
    <p role="status">
      Images × architectures: {counts.map(({ state, count }) => `${count} ${wordsOf(state)}`).join(', ')}
    </p>
  );
}

/** `notWanted`: not wanted. */
function wordsOf(state: string): string {
  return state.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

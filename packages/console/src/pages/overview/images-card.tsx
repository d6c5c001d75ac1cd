import { Button, Progress } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import type { OverviewModel } from '../../models/overview-model.ts';
import type { PageProps } from '../../parts/page-props.ts';
import { TitledCard } from '../../parts/titled-card.tsx';
import { useWords } from '../../words/language-context.ts';
import { overviewModelWords, overviewWords } from '../../words/overview-words.ts';

interface ImagesCardProps extends Pick<OverviewModel, 'images' | 'nothing'> {
  readonly go: PageProps['go'];
}

/** How many golden images machines can boot from, by architecture. */
export function ImagesCard({ images, nothing, go }: ImagesCardProps): ReactElement {
  const words = useWords(overviewWords);
  const { parts } = useWords(overviewModelWords);
  return (
    <TitledCard title={parts.images ?? ''}>
      {images.length === 0 && <p>{nothing.images}</p>}
      <div className="console-bars">
        {images.map(({ architecture, ready, wanted }) => (
          <Progress
            key={architecture}
            title={architecture}
            value={ready}
            max={Math.max(wanted, 1)}
            label={words.ready(ready, wanted)}
            valueText={words.ready(ready, wanted)}
            size="sm"
            {...(ready === wanted ? { variant: 'success' } : {})}
          />
        ))}
      </div>
      <Button variant="link" isInline onClick={() => go('/images')}>
        {words.toImages}
      </Button>
    </TitledCard>
  );
}

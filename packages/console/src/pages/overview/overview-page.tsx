import { Alert, Gallery, PageSection, Stack } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { usePage } from '../../live/use-page.ts';
import { type OverviewModel, overviewModel } from '../../models/overview-model.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { useWords } from '../../words/language-context.ts';
import { overviewModelWords, overviewWords } from '../../words/overview-words.ts';
import { AlertsCard } from './alerts-card.tsx';
import { ImagesCard } from './images-card.tsx';
import { NodesCard } from './nodes-card.tsx';
import { OperandsCard } from './operands-card.tsx';
import { PartsCard } from './parts-card.tsx';
import { ProblemsCard } from './problems-card.tsx';

/** How the installation is, each part for itself. */
export function OverviewPage({ token, go }: PageProps): ReactElement {
  const heard = usePage('overview', token);
  const { title, lead } = useWords(overviewWords);
  const words = useWords(overviewModelWords);
  return (
    <PageFrame title={title} lead={lead} heard={heard}>
      {(view) => <Cards model={overviewModel(view, words)} go={go} />}
    </PageFrame>
  );
}

function Cards({ model, go }: { readonly model: OverviewModel; readonly go: PageProps['go'] }): ReactElement {
  const { isWell, namespace } = model;
  const { verdict } = useWords(overviewWords);
  return (
    <PageSection>
      <Stack hasGutter>
        <Alert
          variant={isWell ? 'success' : 'danger'}
          isInline
          title={verdict(isWell, namespace)}
          component="h2"
        />
        <Gallery hasGutter minWidths={{ default: '100%', lg: '26rem' }}>
          <NodesCard nodes={model.nodes} />
          <ProblemsCard problems={model.problems} go={go} />
          <OperandsCard operands={model.operands} nothing={model.nothing} />
          <ImagesCard images={model.images} nothing={model.nothing} go={go} />
        </Gallery>
        <AlertsCard alerts={model.alerts} nothing={model.nothing} go={go} />
        <PartsCard parts={model.parts} />
      </Stack>
    </PageSection>
  );
}

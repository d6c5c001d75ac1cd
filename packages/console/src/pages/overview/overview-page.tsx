import type { JsonValue } from '@archipelago/apimachinery';
import { Alert, Gallery, PageSection, Stack } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { usePage } from '../../live/use-page.ts';
import { nodeBars } from '../../models/node-bars.ts';
import { type OverviewModel, overviewModel } from '../../models/overview-model.ts';
import { pageModel } from '../../models/page-model.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { useWords } from '../../words/language-context.ts';
import { overviewModelWords, overviewWords } from '../../words/overview-words.ts';
import { pageWords } from '../../words/page-words.ts';
import { AlertsCard } from './alerts-card.tsx';
import { BuildsCard } from './builds-card.tsx';
import { ChangesCard } from './changes-card.tsx';
import { FindingsCard } from './findings-card.tsx';
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
  const { problem } = pageModel(heard, useWords(pageWords));
  return (
    <PageFrame title={title} lead={lead} heard={heard}>
      {(view) => (
        <Cards view={view} model={overviewModel(view, words)} isOld={problem !== undefined} go={go} />
      )}
    </PageFrame>
  );
}

interface CardsProps extends Pick<PageProps, 'go'> {
  readonly view: JsonValue;
  readonly model: OverviewModel;
  /** What is shown was seen earlier, and cannot be looked at now. */
  readonly isOld: boolean;
}

function Cards({ view, model, isOld, go }: CardsProps): ReactElement {
  const { noArchitecture } = useWords(overviewModelWords);
  return (
    <PageSection>
      <Stack hasGutter>
        <Whole model={model} isOld={isOld} />
        <Gallery hasGutter minWidths={{ default: '100%', lg: '26rem' }}>
          <NodesCard nodes={model.nodes} bars={nodeBars(view, noArchitecture)} />
          <ProblemsCard problems={model.problems} go={go} />
          <OperandsCard operands={model.operands} nothing={model.nothing} />
          <ImagesCard images={model.images} nothing={model.nothing} go={go} />
          <FindingsCard view={view} go={go} />
          <BuildsCard view={view} go={go} />
        </Gallery>
        <AlertsCard alerts={model.alerts} nothing={model.nothing} go={go} />
        <ChangesCard view={view} />
        <PartsCard parts={model.parts} />
      </Stack>
    </PageSection>
  );
}

const variants = { well: 'success', notWell: 'danger', notKnown: 'warning' } as const;

/** Nobody is told that all is well by what was seen before the cluster went away. */
function Whole({ model: { verdict, namespace }, isOld }: Pick<CardsProps, 'model' | 'isOld'>): ReactElement {
  const { verdicts, wasWell } = useWords(overviewWords);
  const isPast = isOld && verdict === 'well';
  return (
    <Alert
      variant={isPast ? 'warning' : variants[verdict]}
      isInline
      title={isPast ? wasWell(namespace) : verdicts[verdict](namespace)}
      component="h2"
    />
  );
}

import { valueAt } from '@archipelago/apimachinery';
import { PageSection } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { usePage } from '../../live/use-page.ts';
import { firingModel } from '../../models/alerts-model.ts';
import { Loading } from '../../parts/loading.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { alertsWords } from '../../words/alerts-words.ts';
import { useWords } from '../../words/language-context.ts';
import { FiringTable } from './firing-table.tsx';
import { OthersTable } from './others-table.tsx';
import { useRunbooks } from './use-runbooks.ts';

/** What fires, with its runbook; and what could. Runbooks are there also where the cluster is not. */
export function AlertsPage({ token, go }: PageProps): ReactElement {
  const heard = usePage('alerts', token);
  const runbooks = useRunbooks(token);
  const words = useWords(alertsWords);
  const firing = firingModel(valueAt(heard.document, 'view') ?? null);
  const names = new Set(firing.map(({ name }) => name));
  return (
    <>
      <PageFrame title={words.title} lead={words.lead} heard={heard}>
        {() => (
          <PageSection>
            {firing.length === 0 ? (
              <p role="status">{words.none}</p>
            ) : (
              <FiringTable firing={firing} runbooks={runbooks} go={go} />
            )}
          </PageSection>
        )}
      </PageFrame>
      {runbooks === undefined ? (
        <Loading words={words.loading} />
      ) : (
        <OthersTable
          runbooks={runbooks.filter(({ name }) => !names.has(name))}
          before={firing.length}
          go={go}
        />
      )}
    </>
  );
}

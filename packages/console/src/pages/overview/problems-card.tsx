import {
  Button,
  DataList,
  DataListCell,
  DataListItem,
  DataListItemCells,
  DataListItemRow,
} from '@patternfly/react-core';
import type { ReactElement } from 'react';
import type { ProblemModel } from '../../models/overview-model.ts';
import type { PageProps } from '../../parts/page-props.ts';
import { TitledCard } from '../../parts/titled-card.tsx';

interface ProblemsCardProps {
  readonly problems: readonly ProblemModel[];
  readonly go: PageProps['go'];
}

/** What is not well, of all parts, with what to do. */
export function ProblemsCard({ problems, go }: ProblemsCardProps): ReactElement {
  return (
    <TitledCard title={problems.length === 0 ? 'No problems' : `Problems: ${problems.length}`}>
      {problems.length === 0 ? (
        <p>Nothing that was looked at is wrong.</p>
      ) : (
        <DataList aria-label="Problems" isCompact>
          {problems.map((problem) => (
            <Problem key={`${problem.part} ${problem.object} ${problem.message}`} {...problem} />
          ))}
        </DataList>
      )}
      <Button variant="link" isInline onClick={() => go('/doctor')}>
        What the doctor finds
      </Button>
    </TitledCard>
  );
}

function Problem({ part, object, message, fix }: ProblemModel): ReactElement {
  return (
    <DataListItem>
      <DataListItemRow>
        <DataListItemCells
          dataListCells={[
            <DataListCell key="text">
              <strong className="console-text">{object === '' ? part : `${part}: ${object}`}</strong>
              <div className="console-text">{message}</div>
              {fix !== '' && <div className="console-quiet console-text">What to do: {fix}</div>}
            </DataListCell>,
          ]}
        />
      </DataListItemRow>
    </DataListItem>
  );
}

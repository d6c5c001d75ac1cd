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
import { useFirst } from '../../parts/use-first.tsx';
import { useWords } from '../../words/language-context.ts';
import { overviewWords } from '../../words/overview-words.ts';

interface ProblemsCardProps {
  readonly problems: readonly ProblemModel[];
  readonly go: PageProps['go'];
}

/** The card stands beside that of the nodes. */
const mostAtOnce = 8;

/** What is not well, of all parts, with what to do. */
export function ProblemsCard({ problems, go }: ProblemsCardProps): ReactElement {
  const words = useWords(overviewWords);
  const { shown, more } = useFirst(problems, () => false, mostAtOnce);
  return (
    <TitledCard title={words.problems(problems.length)}>
      {problems.length === 0 ? (
        <p>{words.noProblem}</p>
      ) : (
        <DataList aria-label={words.problemList} isCompact>
          {shown.map((problem) => (
            <Problem key={`${problem.part} ${problem.object} ${problem.message}`} {...problem} />
          ))}
        </DataList>
      )}
      {more}
      <Button variant="link" isInline onClick={() => go('/doctor')}>
        {words.toDoctor}
      </Button>
    </TitledCard>
  );
}

function Problem({ part, object, message, fix }: ProblemModel): ReactElement {
  const { whatToDo } = useWords(overviewWords);
  return (
    <DataListItem>
      <DataListItemRow>
        <DataListItemCells
          dataListCells={[
            <DataListCell key="text">
              <strong className="console-text">{object === '' ? part : `${part}: ${object}`}</strong>
              <div className="console-text">{message}</div>
              {fix !== '' && <div className="console-quiet console-text">{whatToDo(fix)}</div>}
            </DataListCell>,
          ]}
        />
      </DataListItemRow>
    </DataListItem>
  );
}

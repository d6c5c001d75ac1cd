import { type JsonValue, numberAt } from '@archipelago/apimachinery';
import { Button, Flex, FlexItem } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { said } from '../../models/said.ts';
import type { PageProps } from '../../parts/page-props.ts';
import { StateLabel } from '../../parts/state-label.tsx';
import { TitledCard } from '../../parts/titled-card.tsx';
import { useWords } from '../../words/language-context.ts';
import { overviewModelWords, overviewWords } from '../../words/overview-words.ts';

interface FindingsCardProps {
  readonly view: JsonValue;
  readonly go: PageProps['go'];
}

const severities = ['critical', 'warning', 'info'] as const;

/** How many findings the doctor has, by severity. */
export function FindingsCard({ view, go }: FindingsCardProps): ReactElement {
  const words = useWords(overviewWords);
  const { parts, notLookedAt } = useWords(overviewModelWords);
  const counts = severities
    .map((severity) => ({ severity, count: numberAt(view, 'findings', severity) ?? 0 }))
    .filter(({ count }) => count > 0);
  const blind = numberAt(view, 'findings', 'blind') ?? 0;
  const isUnknown = said(view, 'findings', 'state') === 'unknown' && blind === 0;
  return (
    <TitledCard title={parts.findings ?? ''}>
      {isUnknown ? (
        <p>{notLookedAt}</p>
      ) : (
        <Flex>
          {counts.length === 0 && <FlexItem>{words.noFinding}</FlexItem>}
          {counts.map(({ severity, count }) => (
            <FlexItem key={severity}>
              <span className="console-count">{count}</span> <StateLabel state={severity} />
            </FlexItem>
          ))}
        </Flex>
      )}
      {blind > 0 && <p className="console-quiet">{words.blind(blind)}</p>}
      <Button variant="link" isInline onClick={() => go('/doctor')}>
        {words.toDoctor}
      </Button>
    </TitledCard>
  );
}

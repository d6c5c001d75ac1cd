import { Content, Label, List, ListItem } from '@patternfly/react-core';
import { type ReactElement, useEffect, useState } from 'react';
import { type HourStep, hourCommands, hourSteps } from '../../models/sandbox-model.ts';
import { CopiedCommand } from '../../parts/copied-command.tsx';
import { TitledCard } from '../../parts/titled-card.tsx';
import { useWords } from '../../words/language-context.ts';
import { sandboxWords } from '../../words/sandbox-words.ts';

/** The first hour, step by step; what was seen once stays marked in this tab. */
export function HourCard({ seen }: { readonly seen: readonly HourStep[] }): ReactElement {
  const words = useWords(sandboxWords);
  const marked = useMarked(seen);
  return (
    <TitledCard title={words.hour}>
      <Content component="p">{words.hourLead}</Content>
      <List component="ol" isPlain>
        {hourSteps.map((step) => (
          <ListItem key={step}>
            <Step step={step} isSeen={marked.includes(step)} />
          </ListItem>
        ))}
      </List>
    </TitledCard>
  );
}

interface StepProps {
  readonly step: HourStep;
  readonly isSeen: boolean;
}

function Step({ step, isSeen }: StepProps): ReactElement {
  const words = useWords(sandboxWords);
  const { title, after } = words.steps[step];
  return (
    <>
      <strong>{title}</strong>{' '}
      <Label isCompact variant="outline" {...(isSeen ? { status: 'success' } : {})}>
        {isSeen ? words.seen : words.notSeen}
      </Label>
      <CopiedCommand
        label={words.command(title)}
        allLabel={words.command(title)}
        command={hourCommands[step]}
      />
      <p className="console-quiet">{after}</p>
    </>
  );
}

const key = 'archipelago-first-hour';

/** Some steps are to be seen for a moment only. */
function useMarked(seen: readonly HourStep[]): readonly HourStep[] {
  const [before] = useState(() => (sessionStorage.getItem(key) ?? '').split(' '));
  const [marked, setMarked] = useState(() => hourSteps.filter((step) => before.includes(step)));
  const all = hourSteps.filter((step) => marked.includes(step) || seen.includes(step));
  const isNew = all.length > marked.length;
  useEffect(() => {
    if (!isNew) return;
    sessionStorage.setItem(key, all.join(' '));
    setMarked(all);
  }, [isNew, all]);
  return all;
}

import { Label } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import type { MachineFinding } from '../../models/machines-model.ts';
import { useWords } from '../../words/language-context.ts';
import { machinesWords } from '../../words/machines-words.ts';

/** What is wrong with a machine, in a few words. One that nobody knows is shown as it is. */
export function ProblemLabel({ finding }: { readonly finding: MachineFinding }): ReactElement {
  const { reasons } = useWords(machinesWords);
  const { reason, level } = finding;
  return (
    <Label variant="outline" isCompact status={level === 'error' ? 'danger' : 'warning'}>
      {reasons[reason] ?? reason}
    </Label>
  );
}

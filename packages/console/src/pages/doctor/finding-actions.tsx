import { ActionList, ActionListItem, Button } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import type { FindingModel } from '../../models/doctor-model.ts';
import { doctorWords } from '../../words/doctor-words.ts';
import { useWords } from '../../words/language-context.ts';

/** Hears what somebody wants to do about a finding. */
export type OnAct = (act: 'fix' | 'ignore', finding: FindingModel) => void;

interface FindingActionsProps {
  readonly finding: FindingModel;
  readonly onAct: OnAct;
}

/** What can be done about a finding from here; each is shown before it is done. */
export function FindingActions({ finding, onAct }: FindingActionsProps): ReactElement {
  const words = useWords(doctorWords);
  const { id, isFixable, ignored } = finding;
  return (
    <ActionList>
      {isFixable && (
        <ActionListItem>
          <Button size="sm" aria-label={words.showFixOf(id)} onClick={() => onAct('fix', finding)}>
            {words.showFix}
          </Button>
        </ActionListItem>
      )}
      {ignored === '' && (
        <ActionListItem>
          <Button
            size="sm"
            variant="secondary"
            aria-label={words.ignoreOf(id)}
            onClick={() => onAct('ignore', finding)}
          >
            {words.ignore}
          </Button>
        </ActionListItem>
      )}
    </ActionList>
  );
}

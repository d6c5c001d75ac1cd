import { Alert, AlertActionLink } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { applyModel } from '../../models/apply-model.ts';
import { editWords } from '../../words/edit-words.ts';
import { useWords } from '../../words/language-context.ts';
import { PlanLines } from './plan-lines.tsx';
import type { Edit, EditState } from './use-edit.ts';

interface ApplyResultProps extends Pick<Edit, 'plan'> {
  readonly state: Extract<EditState, { readonly step: 'told' }>;
}

/** What came of applying an edit, and what can be planned now: the way back, or the same on a new state. */
export function ApplyResult({ state, plan }: ApplyResultProps): ReactElement {
  const words = useWords(editWords);
  const { variant, title, message, linesTitle, lines, undo } = applyModel(state.told, words);
  const next = undo ?? (variant === 'success' ? undefined : state.patch);
  return (
    <>
      <Alert
        variant={variant}
        isInline
        title={title}
        component="h2"
        {...(next !== undefined && {
          actionLinks: (
            <AlertActionLink onClick={() => plan(next)}>
              {undo === undefined ? words.planAgain : words.undo}
            </AlertActionLink>
          ),
        })}
      >
        {message !== '' && <p className="console-text">{message}</p>}
      </Alert>
      {lines.length > 0 && <PlanLines title={linesTitle} lines={lines} />}
    </>
  );
}

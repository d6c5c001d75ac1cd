import type { ReactElement } from 'react';
import { editWords } from '../../words/edit-words.ts';
import { useWords } from '../../words/language-context.ts';
import { ApplyResult } from './apply-result.tsx';
import { PlanPreview } from './plan-preview.tsx';
import type { Edit } from './use-edit.ts';

interface EditPreviewProps {
  readonly edit: Edit;
  /** An address that opens this plan, to be copied; `''`: there is none. */
  readonly link?: string;
}

/** An edit as far as it is: its plan with a button that applies it, or what came of it with the way back. Nothing until it is planned. */
export function EditPreview({ edit, link = '' }: EditPreviewProps): ReactElement {
  const { state, plan, apply } = edit;
  const { planning } = useWords(editWords);
  return (
    <div aria-live="polite" className="console-preview">
      {state.step === 'planning' && <p>{planning}</p>}
      {(state.step === 'planned' || state.step === 'applying') && (
        <PlanPreview state={state} apply={apply} link={link} />
      )}
      {state.step === 'told' && <ApplyResult state={state} plan={plan} />}
    </div>
  );
}

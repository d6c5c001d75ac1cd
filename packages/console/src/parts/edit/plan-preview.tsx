import { Alert, Button } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { planModel } from '../../models/plan-model.ts';
import { editWords } from '../../words/edit-words.ts';
import { useWords } from '../../words/language-context.ts';
import { planWords } from '../../words/plan-words.ts';
import { EditElsewhere } from './edit-elsewhere.tsx';
import { PlanLines } from './plan-lines.tsx';
import type { Edit, EditState } from './use-edit.ts';

interface PlanPreviewProps extends Pick<Edit, 'apply'> {
  readonly state: Extract<EditState, { readonly step: 'planned' | 'applying' }>;
  /** `''`: there is none. */
  readonly link: string;
}

/** What an edit would do, a button that does it, and other ways to make it. */
export function PlanPreview({ state, apply, link }: PlanPreviewProps): ReactElement {
  const words = useWords(editWords);
  const plan = planModel(state.planned, useWords(planWords));
  const { verdict, refusals, warnings, groups, canApply, stored, manifest } = plan;
  const isRefused = verdict.variant === 'danger';
  const isApplying = state.step === 'applying';
  return (
    <>
      <Alert variant={verdict.variant} isInline title={verdict.title} component="h2">
        {refusals.map((text) => (
          <p key={text} className="console-text">
            {text}
          </p>
        ))}
      </Alert>
      {warnings.map((text) => (
        <Alert key={text} variant="warning" isInline isPlain title={text} component="p" />
      ))}
      {!isRefused && groups.length === 0 && <p>{words.nothingDone}</p>}
      {groups.map((group) => (
        <PlanLines key={group.title} {...group} because={words.because} />
      ))}
      {canApply && stored !== undefined && (
        <div className="console-apply">
          <Button isDisabled={isApplying} isLoading={isApplying} onClick={() => apply(stored)}>
            {isApplying ? words.applying : words.apply}
          </Button>
        </div>
      )}
      {!isRefused && stored !== undefined && (
        <EditElsewhere patch={state.patch} stored={stored} manifest={manifest} link={link} />
      )}
    </>
  );
}

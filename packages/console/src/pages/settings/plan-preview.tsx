import type { JsonObject } from '@archipelago/apimachinery';
import { Alert, ClipboardCopy, Content } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { patchCommand } from '../../models/patch-command.ts';
import type { PlanGroup, PlanLine, PlanModel } from '../../models/plan-model.ts';

interface PlanPreviewProps {
  readonly plan: PlanModel;
  readonly patch: JsonObject;
  readonly namespace: string;
}

/** What an edit would do, and the command that makes it. */
export function PlanPreview({ plan, patch, namespace }: PlanPreviewProps): ReactElement {
  const { verdict, refusals, warnings, groups } = plan;
  const isRefused = verdict.variant === 'danger';
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
      {!isRefused && groups.length === 0 && <p>The operator would do nothing.</p>}
      {groups.map((group) => (
        <Group key={group.title} {...group} />
      ))}
      {!isRefused && (
        <>
          <Content component="h3">To make this change</Content>
          <ClipboardCopy
            isReadOnly
            variant="expansion"
            hoverTip="Copy"
            clickTip="Copied"
            textAriaLabel="The command that makes this change"
            toggleAriaLabel="Show all of it"
          >
            {patchCommand(patch, namespace)}
          </ClipboardCopy>
        </>
      )}
    </>
  );
}

function Group({ title, lines }: PlanGroup): ReactElement {
  return (
    <section aria-label={title}>
      <Content component="h3">{title}</Content>
      <ul className="console-plan">
        {lines.map((line) => (
          <Line key={`${line.sign} ${line.text}`} {...line} />
        ))}
      </ul>
    </section>
  );
}

const words = { '+': 'comes', '-': 'goes', '~': 'changes', '!': 'in the way' } as const;

function Line({ sign, text, because }: PlanLine): ReactElement {
  return (
    <li className="console-text">
      <span className="console-sign" aria-hidden="true">
        {sign}
      </span>
      <span className="pf-v6-screen-reader">{words[sign]}: </span>
      {text}
      {because !== '' && <span className="console-quiet"> because: {because}</span>}
    </li>
  );
}

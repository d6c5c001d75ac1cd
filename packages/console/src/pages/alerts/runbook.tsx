import { Button, ClipboardCopy, Content } from '@patternfly/react-core';
import { Fragment, type ReactElement } from 'react';
import type { RunbookModel, StepModel } from '../../models/alerts-model.ts';
import { codeParts } from '../../models/code-parts.ts';
import type { PageProps } from '../../parts/page-props.ts';
import { alertsWords } from '../../words/alerts-words.ts';
import { useWords } from '../../words/language-context.ts';

interface RunbookProps extends Pick<PageProps, 'go'> {
  readonly runbook: RunbookModel;
}

/** What an alert means and what to do about it. Its texts are English: they come with the product. */
export function Runbook({ runbook, go }: RunbookProps): ReactElement {
  const { name, rules, finding, meaning, impact, diagnosis, mitigations } = runbook;
  const words = useWords(alertsWords);
  return (
    <article className="console-runbook console-text" aria-label={name}>
      <Section title={words.meaning} texts={[meaning]} />
      <Section title={words.impact} texts={[impact]} />
      {finding !== '' && (
        <Button variant="link" isInline onClick={() => go(`/doctor?open=${finding}`)}>
          {words.finding(finding)}
        </Button>
      )}
      <Content component="h3">{words.diagnosis}</Content>
      <Steps steps={diagnosis} before={0} name={name} />
      <Content component="h3">{words.mitigation}</Content>
      {mitigations.map(({ title, when, steps }, index) => (
        <Fragment key={title}>
          <Content component="h4">{title}</Content>
          {when !== '' && <p>{words.when(when)}</p>}
          <Steps steps={steps} before={stepsBefore(runbook, index)} name={name} />
        </Fragment>
      ))}
      <Section title={words.firesWhen} texts={rules.map(({ fires }) => `\`${fires}\``)} />
    </article>
  );
}

/** Steps are counted through the whole runbook, so that each command has a name of its own. */
function stepsBefore({ diagnosis, mitigations }: RunbookModel, index: number): number {
  return mitigations.slice(0, index).reduce((sum, { steps }) => sum + steps.length, diagnosis.length);
}

interface SectionProps {
  readonly title: string;
  readonly texts: readonly string[];
}

function Section({ title, texts }: SectionProps): ReactElement {
  return (
    <>
      <Content component="h3">{title}</Content>
      {texts.map((text) => (
        <p key={text} lang="en">
          <WithCode text={text} />
        </p>
      ))}
    </>
  );
}

interface StepsProps {
  readonly steps: readonly StepModel[];
  /** How many steps there were before. */
  readonly before: number;
  /** Of the alert. */
  readonly name: string;
}

function Steps({ steps, before, name }: StepsProps): ReactElement {
  const words = useWords(alertsWords);
  return (
    <ol className="console-steps">
      {steps.map(({ say, run, prints }, index) => (
        <li key={say} lang="en">
          <WithCode text={say} />
          {run !== '' && (
            <ClipboardCopy
              isReadOnly
              isCode
              variant="expansion"
              hoverTip={words.copy}
              clickTip={words.copied}
              textAriaLabel={words.command(before + index + 1, name)}
              toggleAriaLabel={words.wholeCommand(before + index + 1, name)}
            >
              {run}
            </ClipboardCopy>
          )}
          {prints !== '' && <div className="console-quiet">{words.prints(prints)}</div>}
        </li>
      ))}
    </ol>
  );
}

function WithCode({ text }: { readonly text: string }): ReactElement {
  let place = 0;
  return (
    <>
      {codeParts(text).map((part) => {
        place += part.text.length + 1;
        return part.isCode ? (
          <code key={place}>{part.text}</code>
        ) : (
          <Fragment key={place}>{part.text}</Fragment>
        );
      })}
    </>
  );
}

import { Content } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import type { PlanLine } from '../../models/plan-line.ts';
import { editWords } from '../../words/edit-words.ts';
import { useWords } from '../../words/language-context.ts';

interface PlanLinesProps {
  readonly title: string;
  readonly lines: readonly PlanLine[];
  /** How what stands behind a line is told; as it is where absent. */
  readonly because?: (text: string) => string;
}

/** Lines under what they are about. */
export function PlanLines({ title, lines, because = (text) => text }: PlanLinesProps): ReactElement {
  return (
    <section aria-label={title}>
      <Content component="h3" className="console-text">
        {title}
      </Content>
      <ul className="console-plan">
        {lines.map((line) => (
          <Line
            key={`${line.sign} ${line.text}`}
            {...line}
            because={line.because === '' ? '' : because(line.because)}
          />
        ))}
      </ul>
    </section>
  );
}

function Line({ sign, text, because }: PlanLine): ReactElement {
  const words = useWords(editWords);
  return (
    <li className="console-text">
      <span className="console-sign" aria-hidden="true">
        {sign}
      </span>
      <span className="pf-v6-screen-reader">{words.signs[sign]}: </span>
      {text}
      {because !== '' && <span className="console-quiet"> {because}</span>}
    </li>
  );
}

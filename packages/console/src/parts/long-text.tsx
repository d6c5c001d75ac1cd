import { CodeBlock, CodeBlockCode } from '@patternfly/react-core';
import type { ReactElement } from 'react';

interface LongTextProps {
  readonly label: string;
  readonly text: string;
}

/** A value: a word as it is, several lines as code, all of it to be seen without scrolling inside. */
export function LongText({ label, text }: LongTextProps): ReactElement {
  if (!text.includes('\n')) return <span className="console-text">{text}</span>;
  return (
    <CodeBlock aria-label={label}>
      <CodeBlockCode className="console-value">{text}</CodeBlockCode>
    </CodeBlock>
  );
}

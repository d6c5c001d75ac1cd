import { ClipboardCopy } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { frameWords } from '../words/frame-words.ts';
import { useWords } from '../words/language-context.ts';

interface CopiedCommandProps {
  readonly label: string;
  /** Of the button that shows all of it. */
  readonly allLabel: string;
  readonly command: string;
}

/** A command to copy. */
export function CopiedCommand({ label, allLabel, command }: CopiedCommandProps): ReactElement {
  const { copy, copied } = useWords(frameWords);
  return (
    <ClipboardCopy
      isReadOnly
      variant="expansion"
      toggleAriaLabel={allLabel}
      hoverTip={copy}
      clickTip={copied}
      textAriaLabel={label}
    >
      {command}
    </ClipboardCopy>
  );
}

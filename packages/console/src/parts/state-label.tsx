import { Label, type LabelProps } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { useWords } from '../words/language-context.ts';
import { stateWords } from '../words/state-words.ts';

/** States that have a colour; others are shown without one. */
const colours: Readonly<Record<string, NonNullable<LabelProps['status']>>> = {
  well: 'success',
  notWell: 'danger',
  unknown: 'warning',
  ready: 'success',
  notReady: 'danger',
  missing: 'danger',
  notServed: 'danger',
  importing: 'info',
  waiting: 'info',
  failed: 'danger',
  refused: 'danger',
  leaving: 'warning',
  critical: 'danger',
  warning: 'warning',
  info: 'info',
};

/** A state in words, with colour and sign beside it; never by colour alone. A state that nobody knows is shown as it is. */
export function StateLabel({ state }: { readonly state: string }): ReactElement {
  const words = useWords(stateWords);
  const status = colours[state];
  return (
    <Label variant="outline" isCompact {...(status === undefined ? {} : { status })}>
      {words[state] ?? state}
    </Label>
  );
}

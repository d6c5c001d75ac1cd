import { Label, type LabelProps } from '@patternfly/react-core';
import type { ReactElement } from 'react';

interface Look {
  readonly words: string;
  readonly status?: NonNullable<LabelProps['status']>;
}

/** How states look; a state that is not here is shown as it is. */
const looks: Readonly<Record<string, Look>> = {
  well: { words: 'Well', status: 'success' },
  notWell: { words: 'Not well', status: 'danger' },
  absent: { words: 'None' },
  unknown: { words: 'Not known', status: 'warning' },
  ready: { words: 'Ready', status: 'success' },
  notReady: { words: 'Not ready', status: 'danger' },
  missing: { words: 'Missing', status: 'danger' },
  notServed: { words: 'Kind not served', status: 'danger' },
  importing: { words: 'Importing', status: 'info' },
  waiting: { words: 'Waiting', status: 'info' },
  failed: { words: 'Failed', status: 'danger' },
  refused: { words: 'Refused', status: 'danger' },
  leaving: { words: 'Leaving', status: 'warning' },
  notSupported: { words: 'Not supported' },
  notWanted: { words: 'Not wanted' },
  critical: { words: 'Critical', status: 'danger' },
  warning: { words: 'Warning', status: 'warning' },
  info: { words: 'Info', status: 'info' },
};

/** A state in words, with colour and sign beside it; never by colour alone. */
export function StateLabel({ state }: { readonly state: string }): ReactElement {
  const { words, status } = looks[state] ?? { words: state };
  return (
    <Label variant="outline" isCompact {...(status === undefined ? {} : { status })}>
      {words}
    </Label>
  );
}

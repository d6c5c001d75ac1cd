import { Label, type LabelProps } from '@patternfly/react-core';
import type { ReactElement } from 'react';

const colours: Readonly<Record<string, NonNullable<LabelProps['status']>>> = {
  fine: 'success',
  Succeeded: 'success',
  Reused: 'success',
  UpToDate: 'success',
  building: 'info',
  rolling: 'info',
  Running: 'info',
  Building: 'info',
  Assembling: 'info',
  Verifying: 'info',
  Updating: 'info',
  Retrying: 'info',
  Unschedulable: 'warning',
  held: 'warning',
  Interrupted: 'warning',
  WaitingForNode: 'warning',
  WaitingForNodes: 'warning',
  NoImageForArchitecture: 'warning',
  failed: 'danger',
  Failed: 'danger',
};

interface StateTagProps {
  readonly state: string;
  readonly names: Readonly<Record<string, string>>;
}

/** A state of an image, a build or a node, in the words that are given. One that nobody knows is shown as it is. */
export function StateTag({ state, names }: StateTagProps): ReactElement {
  const status = colours[state];
  return (
    <Label variant="outline" isCompact {...(status === undefined ? {} : { status })}>
      {names[state] ?? state}
    </Label>
  );
}

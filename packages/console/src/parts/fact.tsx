import {
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from '@patternfly/react-core';
import type { ReactElement, ReactNode } from 'react';

interface FactProps {
  readonly term: string;
  readonly children: ReactNode;
}

/** A line of a description list. */
export function Fact({ term, children }: FactProps): ReactElement {
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>{term}</DescriptionListTerm>
      <DescriptionListDescription className="console-text">{children}</DescriptionListDescription>
    </DescriptionListGroup>
  );
}

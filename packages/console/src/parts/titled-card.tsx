import { Card, CardBody, CardTitle } from '@patternfly/react-core';
import { type ReactElement, type ReactNode, useId } from 'react';

interface TitledCardProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A card that screen readers find by its heading. */
export function TitledCard({ title, children }: TitledCardProps): ReactElement {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id}>
      <CardTitle component="h2" id={id}>
        {title}
      </CardTitle>
      <CardBody className="console-wide">{children}</CardBody>
    </Card>
  );
}

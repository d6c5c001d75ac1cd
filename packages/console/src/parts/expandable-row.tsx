import { ExpandableRowContent, Tbody, Td, Tr } from '@patternfly/react-table';
import { type ReactElement, type ReactNode, useState } from 'react';

interface ExpandableRowProps {
  /** Of the row in its page; the cell that names it has `rowNameId(index)`. */
  readonly index: number;
  /** How many cells `children` are. */
  readonly columns: number;
  readonly startsOpen?: boolean;
  /** Hears whether it is open now: for the link to it. */
  readonly onToggle?: (isOpen: boolean) => void;
  /** Drawn only while it is open. */
  readonly details: () => ReactNode;
  readonly children: ReactNode;
}

/** A row of a table, and more below it on demand. */
export function ExpandableRow(props: ExpandableRowProps): ReactElement {
  const { index, columns, startsOpen = false, details, children } = props;
  const [isOpen, setOpen] = useState(startsOpen);
  const onToggle = () => {
    setOpen(!isOpen);
    props.onToggle?.(!isOpen);
  };
  return (
    <Tbody isExpanded={isOpen}>
      <Tr>
        <Td expand={{ rowIndex: index, isExpanded: isOpen, onToggle, expandId: 'more' }} />
        {children}
      </Tr>
      {isOpen && (
        <Tr isExpanded>
          <Td />
          <Td colSpan={columns}>
            <ExpandableRowContent>{details()}</ExpandableRowContent>
          </Td>
        </Tr>
      )}
    </Tbody>
  );
}

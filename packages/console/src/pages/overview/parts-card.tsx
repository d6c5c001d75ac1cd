import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { OverviewModel } from '../../models/overview-model.ts';
import { StateLabel } from '../../parts/state-label.tsx';
import { TitledCard } from '../../parts/titled-card.tsx';
import { useWords } from '../../words/language-context.ts';
import { overviewWords } from '../../words/overview-words.ts';

/** Each part with the command that tells more. */
export function PartsCard({ parts }: Pick<OverviewModel, 'parts'>): ReactElement {
  const words = useWords(overviewWords);
  return (
    <TitledCard title={words.installation}>
      <Table variant="compact" aria-label={words.installation}>
        <Thead>
          <Tr>
            <Th>{words.part}</Th>
            <Th>{words.state}</Th>
            <Th>{words.inShort}</Th>
          </Tr>
        </Thead>
        <Tbody>
          {parts.map(({ name, state, summary, more }) => (
            <Tr key={name}>
              <Td dataLabel={words.part}>{name}</Td>
              <Td dataLabel={words.state}>
                <StateLabel state={state} />
              </Td>
              <Td dataLabel={words.inShort}>
                <span className="console-text">{summary}</span>
                <div className="console-quiet console-text">{more}</div>
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </TitledCard>
  );
}

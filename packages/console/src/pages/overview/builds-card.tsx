import { type JsonValue, objectsAt } from '@archipelago/apimachinery';
import { Button } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import { said } from '../../models/said.ts';
import type { PageProps } from '../../parts/page-props.ts';
import { TitledCard } from '../../parts/titled-card.tsx';
import { useWords } from '../../words/language-context.ts';
import { overviewModelWords, overviewWords } from '../../words/overview-words.ts';

interface BuildsCardProps extends Pick<PageProps, 'go'> {
  readonly view: JsonValue;
}

/** Images of node pools: each with how its build or rollout is. */
export function BuildsCard({ view, go }: BuildsCardProps): ReactElement {
  const words = useWords(overviewWords);
  const { parts, buildStates } = useWords(overviewModelWords);
  const title = parts.builds ?? '';
  const configs = objectsAt(view, 'builds', 'configs').map((config) => ({
    name: said(config, 'name'),
    state: said(config, 'state'),
  }));
  return (
    <TitledCard title={title}>
      <p className="console-text">{said(view, 'builds', 'summary')}</p>
      {configs.length > 0 && (
        <Table variant="compact" aria-label={title}>
          <Thead>
            <Tr>
              <Th>{words.pool}</Th>
              <Th>{words.state}</Th>
            </Tr>
          </Thead>
          <Tbody>
            {configs.map(({ name, state }) => (
              <Tr key={name}>
                <Td dataLabel={words.pool} className="console-text">
                  {name}
                </Td>
                <Td dataLabel={words.state} className="console-text">
                  {buildStates[state] ?? state}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
      <Button variant="link" isInline onClick={() => go('/node-images')}>
        {words.toNodeImages}
      </Button>
    </TitledCard>
  );
}

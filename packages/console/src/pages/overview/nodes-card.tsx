import { Alert } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { NodeBar } from '../../models/node-bars.ts';
import type { NodesModel } from '../../models/overview-model.ts';
import { TitledCard } from '../../parts/titled-card.tsx';
import { useWords } from '../../words/language-context.ts';
import { nodesWords } from '../../words/nodes-words.ts';
import { NodeMap } from './node-map.tsx';

interface NodesCardProps {
  readonly nodes: NodesModel;
  readonly bars: readonly NodeBar[];
}

/** Nodes as architectures × roles: as readable for five nodes as for five thousand. */
export function NodesCard({ nodes, bars }: NodesCardProps): ReactElement {
  const { roles, rows, count, problem } = nodes;
  const words = useWords(nodesWords);
  return (
    <TitledCard title={problem === '' ? words.title(count) : words.nodes}>
      {problem !== '' && <Alert variant="warning" isInline isPlain title={problem} component="p" />}
      <NodeMap bars={bars} />
      {rows.length > 0 && (
        <Table variant="compact" aria-label={words.table}>
          <Thead>
            <Tr>
              <Th modifier="fitContent">{words.architecture}</Th>
              {roles.map((role) => (
                <Th key={role} modifier="wrap">
                  {role}
                </Th>
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {rows.map(({ architecture, cells }) => (
              <Tr key={architecture}>
                <Th dataLabel={words.architecture}>{architecture}</Th>
                {roles.map((role, index) => (
                  <Td key={role} dataLabel={role}>
                    <NodeCount cell={cells[index]} />
                  </Td>
                ))}
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
    </TitledCard>
  );
}

function NodeCount({ cell }: { readonly cell: NodesModel['rows'][number]['cells'][number] }): ReactElement {
  const words = useWords(nodesWords);
  if (cell === undefined) return <span className="console-quiet">{words.none}</span>;
  const { count, ready, cordoned, notReady } = cell;
  const away = count - ready;
  return (
    <>
      <span className="console-count">{count}</span>{' '}
      <span className="console-quiet">{away === 0 ? words.ready : words.away(away)}</span>
      {cordoned > 0 && <div className="console-quiet">{words.cordoned(cordoned)}</div>}
      {notReady.length > 0 && (
        <div className="console-quiet console-text">
          {notReady.join(', ')}
          {away > notReady.length && ', …'}
        </div>
      )}
    </>
  );
}

import { Alert } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { NodesModel } from '../../models/overview-model.ts';
import { TitledCard } from '../../parts/titled-card.tsx';

/** Nodes as architectures × roles: as readable for five nodes as for five thousand. */
export function NodesCard({ nodes }: { readonly nodes: NodesModel }): ReactElement {
  const { roles, rows, count, problem } = nodes;
  return (
    <TitledCard title={problem === '' ? `${count} nodes` : 'Nodes'}>
      {problem !== '' && <Alert variant="warning" isInline isPlain title={problem} component="p" />}
      {rows.length > 0 && (
        <Table variant="compact" aria-label="Nodes by architecture and role">
          <Thead>
            <Tr>
              <Th modifier="fitContent">Architecture</Th>
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
                <Th dataLabel="Architecture">{architecture}</Th>
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
  if (cell === undefined) return <span className="console-quiet">none</span>;
  const { count, ready, cordoned, notReady } = cell;
  const away = count - ready;
  return (
    <>
      <span className="console-count">{count}</span>{' '}
      <span className="console-quiet">{away === 0 ? 'ready' : `of which ${away} not ready`}</span>
      {cordoned > 0 && <div className="console-quiet">{cordoned} cordoned</div>}
      {notReady.length > 0 && (
        <div className="console-quiet console-text">
          {notReady.join(', ')}
          {away > notReady.length && ', …'}
        </div>
      )}
    </>
  );
}

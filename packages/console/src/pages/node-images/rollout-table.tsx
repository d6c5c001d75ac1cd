import { ExpandableSection, List, ListItem } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { NodeImageModel, RolloutModel } from '../../models/node-images-model.ts';
import { useWords } from '../../words/language-context.ts';
import { nodeImagesWords } from '../../words/node-images-words.ts';

/** How far nodes are by architecture, and each of the first of them: as readable for five nodes as for five thousand. */
export function RolloutTable({ config }: { readonly config: NodeImageModel }): ReactElement {
  const { rollout, columns } = useWords(nodeImagesWords);
  return (
    <Table variant="compact" aria-label={rollout(config.name)}>
      <Thead>
        <Tr>
          <Th>{columns.architecture}</Th>
          <Th>{columns.nodes}</Th>
          <Th>{columns.state}</Th>
        </Tr>
      </Thead>
      <Tbody>
        {config.rollout.map((each) => (
          <Row key={each.architecture} rollout={each} />
        ))}
      </Tbody>
    </Table>
  );
}

function Row({ rollout }: { readonly rollout: RolloutModel }): ReactElement {
  const { columns, nodeStates, nodesOf } = useWords(nodeImagesWords);
  const { architecture, count, counts, nodes } = rollout;
  return (
    <Tr>
      <Th dataLabel={columns.architecture} className="console-text">
        {architecture || '—'}
      </Th>
      <Td dataLabel={columns.nodes}>
        <span className="console-count">{count}</span>
      </Td>
      <Td dataLabel={columns.state}>
        {counts.map((each) => `${each.count} ${nodeStates[each.state] ?? each.state}`).join(', ') || '—'}
        {nodes.length > 0 && (
          <ExpandableSection toggleText={nodesOf(architecture)} displaySize="default">
            <Nodes rollout={rollout} />
          </ExpandableSection>
        )}
      </Td>
    </Tr>
  );
}

function Nodes({ rollout }: { readonly rollout: RolloutModel }): ReactElement {
  const { nodeStates, leftOut } = useWords(nodeImagesWords);
  return (
    <List>
      {rollout.nodes.map(({ name, state, message }) => (
        <ListItem key={name} className="console-text">
          {name}: {nodeStates[state] ?? state}
          {message !== '' && <span className="console-quiet"> {message}</span>}
        </ListItem>
      ))}
      {rollout.leftOut > 0 && <ListItem>{leftOut(rollout.leftOut)}</ListItem>}
    </List>
  );
}

import { Button } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { NodeImageModel, PlatformModel } from '../../models/node-images-model.ts';
import { Age } from '../../parts/age.tsx';
import { useWords } from '../../words/language-context.ts';
import { nodeImagesWords } from '../../words/node-images-words.ts';
import type { WantedBuild } from './build-request.tsx';
import { StateTag } from './state-tag.tsx';

interface PlatformsTableProps {
  readonly config: NodeImageModel;
  readonly onLog: (architecture: string) => void;
  readonly onBuild: (wanted: WantedBuild) => void;
}

/** The build by architecture: how far each is, its log, and another try. */
export function PlatformsTable({ config, onLog, onBuild }: PlatformsTableProps): ReactElement {
  const { platforms, columns } = useWords(nodeImagesWords);
  const { architecture, state, where, tries, since, actions } = columns;
  return (
    <div className="console-wide">
      <Table variant="compact" aria-label={platforms(config.name)}>
        <Thead>
          <Tr>
            {[architecture, state, where, tries, since].map((name) => (
              <Th key={name} modifier="wrap">
                {name}
              </Th>
            ))}
            <Th screenReaderText={actions} />
          </Tr>
        </Thead>
        <Tbody>
          {config.platforms.map((platform) => (
            <Row key={platform.architecture} platform={platform} onLog={onLog} onBuild={onBuild} />
          ))}
        </Tbody>
      </Table>
    </div>
  );
}

interface RowProps extends Omit<PlatformsTableProps, 'config'> {
  readonly platform: PlatformModel;
}

function Row(props: RowProps): ReactElement {
  const { columns, platformStates, reusedFrom: of } = useWords(nodeImagesWords);
  const { architecture, state, node, attempts, since, message, reusedFrom, digest } = props.platform;
  return (
    <Tr>
      <Th dataLabel={columns.architecture} className="console-text">
        {architecture}
      </Th>
      <Td dataLabel={columns.state} className="console-text">
        <StateTag state={state} names={platformStates} />
        {reusedFrom !== '' && <div className="console-quiet">{of(reusedFrom)}</div>}
        {message !== '' && <div>{message}</div>}
        <div className="console-quiet">{digest.replace(/^sha256:/, '').slice(0, 12)}</div>
      </Td>
      <Td dataLabel={columns.where} className="console-text">
        {node || '—'}
      </Td>
      <Td dataLabel={columns.tries}>{attempts}</Td>
      <Td dataLabel={columns.since} className="console-text">
        <Age at={since} />
      </Td>
      <Td dataLabel={columns.actions}>
        <Acts {...props} />
      </Td>
    </Tr>
  );
}

function Acts({ platform, onLog, onBuild }: RowProps): ReactElement {
  const { log, retry, rebuild } = useWords(nodeImagesWords);
  const { architecture, state } = platform;
  const isRetry = state !== 'Succeeded' && state !== 'Reused';
  const verb = isRetry ? retry : rebuild;
  return (
    <>
      <Button
        variant="link"
        isInline
        aria-label={`${log}: ${architecture}`}
        onClick={() => onLog(architecture)}
      >
        {log}
      </Button>{' '}
      <Button
        variant="link"
        isInline
        aria-label={`${verb}: ${architecture}`}
        onClick={() => onBuild({ architecture, request: isRetry ? 'retry' : 'rebuild' })}
      >
        {verb}
      </Button>
    </>
  );
}

import { Alert, ClipboardCopy, Content } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import {
  type ContainerfileEntry,
  containerfileCommand,
  type ForecastModel,
} from '../../models/containerfile-model.ts';
import type { NodeImageModel } from '../../models/node-images-model.ts';
import { buildWords } from '../../words/build-words.ts';
import { useWords } from '../../words/language-context.ts';

interface ForecastViewProps {
  readonly forecast: ForecastModel;
  readonly config: NodeImageModel;
  readonly entries: readonly ContainerfileEntry[];
}

/** What an edit would build and use again, and the command that makes it. */
export function ForecastView({ forecast, config, entries }: ForecastViewProps): ReactElement {
  const { file } = useWords(buildWords);
  const { verdict, message, removed, remarks, problem } = forecast;
  if (problem !== '')
    return (
      <Alert variant="danger" isInline title={file.notPlanned} component="h2">
        <span className="console-text">{problem}</span>
      </Alert>
    );
  return (
    <>
      <Verdict verdict={verdict} message={message} />
      {remarks.map(({ text, fix }) => (
        <Alert
          key={text}
          variant="warning"
          isInline
          isPlain
          title={text}
          component="p"
          className="console-text"
        >
          {fix}
        </Alert>
      ))}
      <Platforms forecast={forecast} />
      {removed.length > 0 && <p className="console-text">{file.removed(removed.join(', '))}</p>}
      {verdict !== 'refused' && <Command command={containerfileCommand(config, entries)} />}
    </>
  );
}

function Verdict({ verdict, message }: Pick<ForecastModel, 'verdict' | 'message'>): ReactElement {
  const { file } = useWords(buildWords);
  const isWrong = ['refused', 'held', 'failed', 'unknown'].includes(verdict);
  return (
    <Alert
      variant={isWrong ? 'warning' : 'info'}
      isInline
      title={file.verdicts[verdict] ?? verdict}
      component="h2"
    >
      <span className="console-text">{message}</span>
    </Alert>
  );
}

function Command({ command }: { readonly command: string }): ReactElement {
  const { file } = useWords(buildWords);
  return (
    <>
      <Content component="h3">{file.command}</Content>
      <ClipboardCopy
        isReadOnly
        variant="expansion"
        hoverTip={file.copy}
        clickTip={file.copied}
        textAriaLabel={file.commandLabel}
        toggleAriaLabel={file.whole}
      >
        {command}
      </ClipboardCopy>
    </>
  );
}

function Platforms({ forecast }: Pick<ForecastViewProps, 'forecast'>): ReactElement | null {
  const { file } = useWords(buildWords);
  const { architecture, what, why } = file.columns;
  if (forecast.platforms.length === 0) return null;
  return (
    <Table variant="compact" aria-label={file.table}>
      <Thead>
        <Tr>
          {[architecture, what, why].map((name) => (
            <Th key={name} modifier="fitContent">
              {name}
            </Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {forecast.platforms.map((each) => (
          <Tr key={each.architecture}>
            <Th dataLabel={architecture} className="console-text">
              {each.architecture}
            </Th>
            <Td dataLabel={what}>{file.actions[each.action] ?? each.action}</Td>
            <Td dataLabel={why} className="console-text">
              {each.because}
              {each.differs.map((text) => (
                <div key={text} className="console-quiet">
                  {text}
                </div>
              ))}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}

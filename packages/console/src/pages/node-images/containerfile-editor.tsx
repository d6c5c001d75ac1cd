import {
  Button,
  Form,
  FormGroup,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalVariant,
  TextArea,
} from '@patternfly/react-core';
import { type ReactElement, type SyntheticEvent, useState } from 'react';
import {
  type ContainerfileEntry,
  entriesJson,
  forecastModel,
  nextArchitecture,
  storedEntries,
} from '../../models/containerfile-model.ts';
import type { NodeImageModel } from '../../models/node-images-model.ts';
import { said } from '../../models/said.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { buildWords } from '../../words/build-words.ts';
import { useWords } from '../../words/language-context.ts';
import { ForecastView } from './forecast-view.tsx';

interface ContainerfileEditorProps {
  readonly config: NodeImageModel;
  readonly token: string;
  readonly onClose: () => void;
}

/** Another Containerfile, and what it would build and use again. Nothing is stored. */
export function ContainerfileEditor({ config, token, onClose }: ContainerfileEditorProps): ReactElement {
  const { file } = useWords(buildWords);
  const { answer } = useAnswer({ name: 'plan-node-image', body: { config: config.key }, token });
  const problem = said(answer ?? null, 'problem', 'message');
  return (
    <Modal isOpen variant={ModalVariant.large} onClose={onClose} aria-labelledby="file-title">
      <ModalHeader title={file.title(config.name)} labelId="file-title" description={file.lead} />
      {answer === undefined || problem !== '' ? (
        <ModalBody>
          <p role="status" className="console-text">
            {problem || file.loading}
          </p>
        </ModalBody>
      ) : (
        <Editing config={config} token={token} onClose={onClose} stored={storedEntries(answer)} />
      )}
    </Modal>
  );
}

interface EditingProps extends ContainerfileEditorProps {
  readonly stored: readonly ContainerfileEntry[];
}

function Editing({ config, token, onClose, stored }: EditingProps): ReactElement {
  const { file, close } = useWords(buildWords);
  const [entries, setEntries] = useState(stored);
  const [planned, setPlanned] = useState<readonly ContainerfileEntry[]>();
  const { key } = config;
  const body = planned && { config: key, containerFile: [...entriesJson(planned)] };
  const { answer, isAsking } = useAnswer({ name: 'plan-node-image', body, token });
  const edit = (next: readonly ContainerfileEntry[]) => {
    setEntries(next);
    setPlanned(undefined);
  };
  return (
    <>
      <ModalBody>
        <Entries entries={entries} onEdit={edit} onPlan={() => setPlanned(entries)} />
        <div aria-live="polite" className="console-preview">
          {answer !== undefined && planned !== undefined && (
            <ForecastView forecast={forecastModel(answer)} config={config} entries={planned} />
          )}
        </div>
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form="file" isDisabled={isAsking} isLoading={isAsking}>
          {isAsking ? file.planning : file.plan}
        </Button>
        <Button variant="link" onClick={onClose}>
          {close}
        </Button>
      </ModalFooter>
    </>
  );
}

interface EntriesProps {
  readonly entries: readonly ContainerfileEntry[];
  readonly onEdit: (entries: readonly ContainerfileEntry[]) => void;
  readonly onPlan: () => void;
}

function Entries({ entries, onEdit, onPlan }: EntriesProps): ReactElement {
  const { file } = useWords(buildWords);
  const next = nextArchitecture(entries);
  const nameOf = (architecture: string) => (architecture === 'NoArch' ? file.all : architecture);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onPlan();
  };
  const add = (containerfileArch: string) =>
    onEdit([...entries, { containerfileArch, content: entries[0]?.content ?? '' }]);
  return (
    <Form id="file" onSubmit={submit}>
      {entries.map((entry, index) => (
        <Entry
          key={entry.containerfileArch}
          entry={entry}
          name={nameOf(entry.containerfileArch)}
          onEdit={(content) => onEdit(entries.with(index, { ...entry, content }))}
          onRemove={entries.length > 1 ? () => onEdit(entries.toSpliced(index, 1)) : undefined}
        />
      ))}
      {next !== undefined && (
        <div>
          <Button variant="secondary" onClick={() => add(next)}>
            {file.add(nameOf(next))}
          </Button>
        </div>
      )}
    </Form>
  );
}

interface EntryProps {
  readonly entry: ContainerfileEntry;
  /** What it is for, in words. */
  readonly name: string;
  readonly onEdit: (content: string) => void;
  /** Undefined: the last one stays. */
  readonly onRemove: (() => void) | undefined;
}

function Entry({ entry, name, onEdit, onRemove }: EntryProps): ReactElement {
  const { file } = useWords(buildWords);
  const { containerfileArch, content } = entry;
  return (
    <FormGroup label={file.entry(name)} fieldId={`file-${containerfileArch}`}>
      <TextArea
        id={`file-${containerfileArch}`}
        className="console-code"
        value={content}
        rows={Math.max(4, content.split('\n').length + 1)}
        resizeOrientation="vertical"
        onChange={(_, text) => onEdit(text)}
      />
      {onRemove !== undefined && (
        <Button variant="link" isInline onClick={onRemove}>
          {file.remove(name)}
        </Button>
      )}
    </FormGroup>
  );
}

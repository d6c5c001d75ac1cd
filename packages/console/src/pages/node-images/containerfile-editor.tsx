import {
  Alert,
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
  const { file, close } = useWords(buildWords);
  const stored = useAnswer({ name: 'plan-node-image', body: { config: config.key }, token }).answer;
  const [typed, setTyped] = useState<readonly ContainerfileEntry[]>();
  const [planned, setPlanned] = useState<readonly ContainerfileEntry[]>();
  const body =
    planned === undefined ? undefined : { config: config.key, containerFile: [...entriesJson(planned)] };
  const { answer, isAsking } = useAnswer({ name: 'plan-node-image', body, token });
  const problem = said(stored ?? null, 'problem', 'message');
  const entries = typed ?? (stored === undefined ? undefined : storedEntries(stored));
  const edit = (next: readonly ContainerfileEntry[]) => {
    setTyped(next);
    setPlanned(undefined);
  };
  return (
    <Modal isOpen variant={ModalVariant.large} onClose={onClose} aria-labelledby="file-title">
      <ModalHeader title={file.title(config.name)} labelId="file-title" description={file.lead} />
      <ModalBody>
        {entries === undefined && <p role="status">{file.loading}</p>}
        {problem !== '' && <Alert variant="danger" isInline title={problem} component="h2" />}
        {entries !== undefined && problem === '' && (
          <Entries entries={entries} onEdit={edit} onPlan={() => setPlanned(entries)} />
        )}
        <div aria-live="polite" className="console-preview">
          {answer !== undefined && planned !== undefined && (
            <ForecastView forecast={forecastModel(answer)} config={config} entries={planned} />
          )}
        </div>
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form="file" isDisabled={isAsking || entries === undefined} isLoading={isAsking}>
          {isAsking ? file.planning : file.plan}
        </Button>
        <Button variant="link" onClick={onClose}>
          {close}
        </Button>
      </ModalFooter>
    </Modal>
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
  const replace = (index: number, content: string) =>
    onEdit(entries.map((entry, place) => (place === index ? { ...entry, content } : entry)));
  return (
    <Form id="file" onSubmit={submit}>
      {entries.map(({ containerfileArch, content }, index) => (
        <FormGroup
          key={containerfileArch}
          label={file.entry(nameOf(containerfileArch))}
          fieldId={`file-${containerfileArch}`}
        >
          <TextArea
            id={`file-${containerfileArch}`}
            className="console-code"
            value={content}
            rows={Math.max(4, content.split('\n').length + 1)}
            resizeOrientation="vertical"
            onChange={(_, text) => replace(index, text)}
          />
          {entries.length > 1 && (
            <Button variant="link" isInline onClick={() => onEdit(entries.toSpliced(index, 1))}>
              {file.remove(nameOf(containerfileArch))}
            </Button>
          )}
        </FormGroup>
      ))}
      {next !== undefined && (
        <div>
          <Button
            variant="secondary"
            onClick={() =>
              onEdit([...entries, { containerfileArch: next, content: entries[0]?.content ?? '' }])
            }
          >
            {file.add(nameOf(next))}
          </Button>
        </div>
      )}
    </Form>
  );
}

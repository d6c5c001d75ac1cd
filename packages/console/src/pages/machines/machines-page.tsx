import type { JsonValue } from '@archipelago/apimachinery';
import { Alert, Content, PageSection, Stack } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { usePage } from '../../live/use-page.ts';
import { type MachinesModel, machinesModel, machinesQuestion } from '../../models/machines-model.ts';
import { Loading } from '../../parts/loading.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { useQuery } from '../../parts/use-query.ts';
import { useWords } from '../../words/language-context.ts';
import { machinesWords } from '../../words/machines-words.ts';
import { MachineCard } from './machine-card.tsx';
import { MachineNumbersTable } from './machine-numbers-table.tsx';
import { MachinesTable } from './machines-table.tsx';
import { MachinesToolbar } from './machines-toolbar.tsx';
import { useMachinesFilter } from './use-machines-filter.ts';

/** Virtual machines by architecture, and those whose architecture has no node, no image or another image. */
export function MachinesPage({ token }: PageProps): ReactElement {
  const heard = usePage('machines', token);
  const { title, lead } = useWords(machinesWords);
  return (
    <PageFrame title={title} lead={lead} heard={heard}>
      {(view) => <Machines view={view} token={token} />}
    </PageFrame>
  );
}

interface MachinesProps {
  readonly view: JsonValue;
  readonly token: string;
}

function Machines({ view, token }: MachinesProps): ReactElement {
  const words = useWords(machinesWords);
  const [open, setOpen] = useQuery('open');
  const model = machinesModel(view);
  return (
    <PageSection>
      <Stack hasGutter>
        {model.count === 0 ? <p>{words.none}</p> : <MachineNumbersTable numbers={model.architectures} />}
        {open !== '' && <MachineCard machine={open} page={model} token={token} onClose={() => setOpen('')} />}
        {model.count > 0 && <Chosen page={model} token={token} onOpen={setOpen} />}
      </Stack>
    </PageSection>
  );
}

interface ChosenProps {
  readonly page: MachinesModel;
  readonly token: string;
  readonly onOpen: (machine: string) => void;
}

/** What the page has, or what the console finds where something else is asked for. */
function Chosen({ page, token, onOpen }: ChosenProps): ReactElement {
  const words = useWords(machinesWords);
  const [filter, setFilter] = useMachinesFilter();
  const body = machinesQuestion(filter);
  const { answer, isAsking } = useAnswer({ name: 'find-machines', body, token, stamp: stampOf(page) });
  const found = answer === undefined ? undefined : machinesModel(answer);
  const shown = body === undefined ? page : found;
  return (
    <>
      <Content component="h2">{words.list}</Content>
      <MachinesToolbar page={page} filter={filter} onFilter={setFilter} />
      <p role="status">
        {isAsking || shown === undefined ? words.asking : words.shown(shown.rows.length, shown.chosen)}
      </p>
      {shown === undefined ? (
        <Loading words={words.asking} />
      ) : (
        <Found model={shown} isFiltered={body !== undefined} onOpen={onOpen} />
      )}
    </>
  );
}

/** Another one where machines have changed: then it is asked again. */
function stampOf({ count, problems, architectures }: MachinesModel): string {
  return JSON.stringify([count, problems, architectures]);
}

interface FoundProps {
  readonly model: MachinesModel;
  readonly isFiltered: boolean;
  readonly onOpen: (machine: string) => void;
}

function Found({ model, isFiltered, onOpen }: FoundProps): ReactElement {
  const words = useWords(machinesWords);
  const { rows, chosen, problem } = model;
  if (problem !== '')
    return (
      <Alert variant="danger" isInline title={words.notSeen} component="h3">
        <span className="console-text">{problem}</span>
      </Alert>
    );
  if (rows.length === 0) return <p>{isFiltered ? words.noneFound : words.allWell}</p>;
  return (
    <>
      <MachinesTable rows={rows} onOpen={onOpen} />
      {chosen > rows.length && <p>{words.leftOut}</p>}
    </>
  );
}

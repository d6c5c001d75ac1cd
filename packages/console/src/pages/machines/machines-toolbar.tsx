import {
  Button,
  Checkbox,
  FormSelect,
  FormSelectOption,
  TextInput,
  Toolbar,
  ToolbarContent,
  ToolbarItem,
} from '@patternfly/react-core';
import { type ReactElement, type SyntheticEvent, useState } from 'react';
import type { MachinesFilter, MachinesModel } from '../../models/machines-model.ts';
import { useWords } from '../../words/language-context.ts';
import { machinesWords } from '../../words/machines-words.ts';

interface MachinesToolbarProps {
  /** What there is to choose from. */
  readonly page: MachinesModel;
  readonly filter: MachinesFilter;
  readonly onFilter: (filter: MachinesFilter) => void;
}

/** Which machines are listed. */
export function MachinesToolbar(props: MachinesToolbarProps): ReactElement {
  const { filter, onFilter } = props;
  const words = useWords(machinesWords);
  return (
    <Toolbar>
      <ToolbarContent>
        <Choices {...props} />
        <ToolbarItem>
          <NamespaceField {...props} />
        </ToolbarItem>
        <ToolbarItem alignSelf="center">
          <Checkbox
            id="machines-all"
            label={words.filter.all}
            isChecked={filter.all}
            onChange={(_, all) => onFilter({ ...filter, all })}
          />
        </ToolbarItem>
      </ToolbarContent>
    </Toolbar>
  );
}

/** What is chosen stands among the choices, also where there is no such machine any more. */
function Choices({ page, filter, onFilter }: MachinesToolbarProps): ReactElement {
  const { filter: words, columns } = useWords(machinesWords);
  const told = page.architectures.map(({ architecture }) => architecture).filter((name) => name !== '');
  return (
    <>
      <ToolbarItem>
        <Problems page={page} filter={filter} onFilter={onFilter} />
      </ToolbarItem>
      <ToolbarItem>
        <FormSelect
          aria-label={columns.architecture}
          value={filter.architecture}
          onChange={(_, architecture) => onFilter({ ...filter, architecture })}
        >
          <FormSelectOption value="" label={words.anyArchitecture} />
          {withChosen(told, filter.architecture).map((name) => (
            <FormSelectOption key={name} value={name} label={name} />
          ))}
        </FormSelect>
      </ToolbarItem>
    </>
  );
}

function Problems({ page, filter, onFilter }: MachinesToolbarProps): ReactElement {
  const { filter: words, columns, reasons } = useWords(machinesWords);
  const told = page.problems.map(({ reason }) => reason);
  const countOf = (reason: string) => page.problems.find((each) => each.reason === reason)?.count ?? 0;
  return (
    <FormSelect
      aria-label={columns.problem}
      value={filter.reason}
      onChange={(_, reason) => onFilter({ ...filter, reason })}
    >
      <FormSelectOption value="" label={words.anyProblem} />
      {withChosen(told, filter.reason).map((reason) => (
        <FormSelectOption
          key={reason}
          value={reason}
          label={words.withProblem(reasons[reason] ?? reason, countOf(reason))}
        />
      ))}
    </FormSelect>
  );
}

function withChosen(names: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || names.includes(chosen) ? names : [...names, chosen];
}

/** Asked for when it is typed in whole: each answer is a look at the cluster. */
function NamespaceField({ filter, onFilter }: MachinesToolbarProps): ReactElement {
  const { filter: words } = useWords(machinesWords);
  const [namespace, setNamespace] = useState(filter.namespace);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onFilter({ ...filter, namespace: namespace.trim() });
  };
  return (
    <form onSubmit={submit} className="console-line">
      <TextInput
        aria-label={words.namespace}
        placeholder={words.namespace}
        value={namespace}
        onChange={(_, next) => setNamespace(next)}
      />
      <Button type="submit" variant="secondary">
        {words.apply}
      </Button>
    </form>
  );
}

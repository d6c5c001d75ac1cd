import {
  Button,
  SearchInput,
  ToggleGroup,
  ToggleGroupItem,
  Toolbar,
  ToolbarContent,
  ToolbarItem,
} from '@patternfly/react-core';
import type { ReactElement } from 'react';
import type { SettingsFilter } from '../../models/settings-model.ts';
import { useWords } from '../../words/language-context.ts';
import { settingsWords } from '../../words/settings-words.ts';
import { yamlWords } from '../../words/yaml-words.ts';

interface SettingsToolbarProps {
  readonly filter: SettingsFilter;
  readonly onFilter: (filter: SettingsFilter) => void;
  readonly found: number;
  readonly all: number;
  readonly onYaml: () => void;
}

const choices = ['all', 'written', 'cluster', 'deprecated'] as const;

/** Which settings are listed, and how many. */
export function SettingsToolbar(props: SettingsToolbarProps): ReactElement {
  const { filter, onFilter, found, all, onYaml } = props;
  const { open } = useWords(yamlWords);
  const text = useWords(settingsWords);
  return (
    <Toolbar>
      <ToolbarContent>
        <ToolbarItem>
          <SearchInput
            aria-label={text.find}
            placeholder={text.findHint}
            value={filter.words}
            onChange={(_, words) => onFilter({ ...filter, words })}
            onClear={() => onFilter({ ...filter, words: '' })}
          />
        </ToolbarItem>
        <ToolbarItem>
          <ToggleGroup aria-label={text.which}>
            {choices.map((only) => (
              <ToggleGroupItem
                key={only}
                text={text.only[only]}
                isSelected={filter.only === only}
                onChange={() => onFilter({ ...filter, only })}
              />
            ))}
          </ToggleGroup>
        </ToolbarItem>
        <ToolbarItem alignSelf="center">
          <span role="status">{text.count(found, all)}</span>
        </ToolbarItem>
        <ToolbarItem>
          <Button variant="secondary" onClick={onYaml}>
            {open}
          </Button>
        </ToolbarItem>
      </ToolbarContent>
    </Toolbar>
  );
}

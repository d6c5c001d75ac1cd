import {
  SearchInput,
  ToggleGroup,
  ToggleGroupItem,
  Toolbar,
  ToolbarContent,
  ToolbarItem,
} from '@patternfly/react-core';
import type { ReactElement } from 'react';
import type { SettingsFilter } from '../../models/settings-model.ts';

interface SettingsToolbarProps {
  readonly filter: SettingsFilter;
  readonly onFilter: (filter: SettingsFilter) => void;
  readonly found: number;
  readonly all: number;
}

const choices = [
  { only: 'all', text: 'All' },
  { only: 'written', text: 'Stored' },
  { only: 'cluster', text: 'Decided by the cluster' },
  { only: 'deprecated', text: 'Deprecated' },
] as const;

/** Which settings are listed, and how many. */
export function SettingsToolbar({ filter, onFilter, found, all }: SettingsToolbarProps): ReactElement {
  return (
    <Toolbar>
      <ToolbarContent>
        <ToolbarItem>
          <SearchInput
            aria-label="Find a setting, a value, a cause or a field of an operand"
            placeholder="Setting or operand field"
            value={filter.words}
            onChange={(_, words) => onFilter({ ...filter, words })}
            onClear={() => onFilter({ ...filter, words: '' })}
          />
        </ToolbarItem>
        <ToolbarItem>
          <ToggleGroup aria-label="Which settings">
            {choices.map(({ only, text }) => (
              <ToggleGroupItem
                key={only}
                text={text}
                isSelected={filter.only === only}
                onChange={() => onFilter({ ...filter, only })}
              />
            ))}
          </ToggleGroup>
        </ToolbarItem>
        <ToolbarItem alignSelf="center">
          <span role="status">{found === all ? `${all} settings` : `${found} of ${all} settings`}</span>
        </ToolbarItem>
      </ToolbarContent>
    </Toolbar>
  );
}

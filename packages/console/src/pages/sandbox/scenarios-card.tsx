import { Content } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import type { SandboxModel } from '../../models/sandbox-model.ts';
import { CopiedCommand } from '../../parts/copied-command.tsx';
import { TitledCard } from '../../parts/titled-card.tsx';
import { useWords } from '../../words/language-context.ts';
import { sandboxWords } from '../../words/sandbox-words.ts';

/** Clusters that start with a mistake. */
export function ScenariosCard({ scenarios }: Pick<SandboxModel, 'scenarios'>): ReactElement {
  const words = useWords(sandboxWords);
  return (
    <TitledCard title={words.scenarios}>
      <Content component="p">{words.scenariosLead}</Content>
      {scenarios.map(({ name, says, command }) => (
        <div key={name} className="console-scenario">
          <span className="console-text">{says}</span>
          <CopiedCommand label={words.command(name)} allLabel={words.command(name)} command={command} />
        </div>
      ))}
    </TitledCard>
  );
}

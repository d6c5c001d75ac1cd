import { DescriptionList } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import type { FindingModel } from '../../models/doctor-model.ts';
import { CopiedCommand } from '../../parts/copied-command.tsx';
import { Fact } from '../../parts/fact.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { doctorWords } from '../../words/doctor-words.ts';
import { useWords } from '../../words/language-context.ts';
import { FindingActions, type OnAct } from './finding-actions.tsx';

interface FindingDetailsProps {
  readonly finding: FindingModel;
  readonly onAct: OnAct;
}

/** What it means, what it was read from, and what to do. */
export function FindingDetails({ finding, onAct }: FindingDetailsProps): ReactElement {
  const words = useWords(doctorWords);
  const { terms, confidences } = words;
  const { impact, confidence, fix, commands, evidence, ignored, id } = finding;
  return (
    <>
      <DescriptionList isCompact isHorizontal>
        <Fact term={terms.impact}>{impact}</Fact>
        <Fact term={terms.confidence}>{confidences[confidence] ?? confidence}</Fact>
        {ignored !== '' && <Fact term={terms.ignored}>{ignored}</Fact>}
        <Fact term={terms.fix}>{fix}</Fact>
        {commands.length > 0 && (
          <Fact term={terms.commands}>
            {commands.map((command, index) => (
              <CopiedCommand
                key={command}
                label={words.command(index + 1, id)}
                allLabel={words.allOfCommand(index + 1, id)}
                command={command}
              />
            ))}
          </Fact>
        )}
        {evidence.length > 0 && (
          <Fact term={terms.evidence}>
            {evidence.map(({ name, value }) => (
              <div key={name}>
                <span className="console-quiet">{name}: </span>
                <LongText label={words.evidenceOf(name, id)} text={value} />
              </div>
            ))}
          </Fact>
        )}
      </DescriptionList>
      <FindingActions finding={finding} onAct={onAct} />
    </>
  );
}

import { ClipboardCopy, DescriptionList } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import type { FindingModel } from '../../models/doctor-model.ts';
import { Fact } from '../../parts/fact.tsx';
import { LongText } from '../../parts/long-text.tsx';

const confidences: Readonly<Record<string, string>> = {
  certain: 'certain: read in the source of what is checked',
  likely: 'likely: it follows from that',
  heuristic: 'by experience',
};

/** What it means, what it was read from, and what to do. */
export function FindingDetails({ finding }: { readonly finding: FindingModel }): ReactElement {
  const { impact, confidence, fix, commands, evidence, ignored, id } = finding;
  return (
    <DescriptionList isCompact isHorizontal>
      <Fact term="What it means">{impact}</Fact>
      <Fact term="How sure">{confidences[confidence] ?? confidence}</Fact>
      {ignored !== '' && <Fact term="Ignored">{ignored}</Fact>}
      <Fact term="What to do">{fix}</Fact>
      {commands.length > 0 && (
        <Fact term="Commands">
          {commands.map((command, index) => (
            <ClipboardCopy
              key={command}
              isReadOnly
              variant="expansion"
              toggleAriaLabel={`All of command ${index + 1} for ${id}`}
              hoverTip="Copy"
              clickTip="Copied"
              textAriaLabel={`Command ${index + 1} for ${id}`}
            >
              {command}
            </ClipboardCopy>
          ))}
        </Fact>
      )}
      {evidence.length > 0 && (
        <Fact term="Evidence">
          {evidence.map(({ name, value }) => (
            <div key={name}>
              <span className="console-quiet">{name}: </span>
              <LongText label={`${name} of ${id}`} text={value} />
            </div>
          ))}
        </Fact>
      )}
    </DescriptionList>
  );
}

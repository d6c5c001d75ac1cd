import { Alert, Button } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import type { YamlFinding } from '../../models/yaml-model.ts';
import { useWords } from '../../words/language-context.ts';
import { yamlWords } from '../../words/yaml-words.ts';

interface YamlFindingsProps {
  readonly findings: readonly YamlFinding[];
  /** Shows a line of the text. */
  readonly onShow: (line: number) => void;
}

/** What is wrong with a text, each with a button that leads to its line. */
export function YamlFindings({ findings, onShow }: YamlFindingsProps): ReactElement {
  const words = useWords(yamlWords);
  const isWrong = findings.some(({ isError }) => isError);
  return (
    <div id="yaml-findings" aria-live="polite">
      {findings.length > 0 && (
        <Alert
          variant={isWrong ? 'danger' : 'warning'}
          isInline
          title={isWrong ? words.wrong : words.doubtful}
          component="h2"
        >
          <ul className="console-plan">
            {findings.map(({ line, text }) => (
              <li key={`${line} ${text}`} className="console-text">
                {line !== undefined && (
                  <>
                    <Button variant="link" isInline onClick={() => onShow(line)}>
                      {words.line(String(line))}
                    </Button>{' '}
                  </>
                )}
                {text}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}

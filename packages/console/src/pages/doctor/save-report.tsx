import { textAt } from '@archipelago/apimachinery';
import { Alert, Dropdown, DropdownItem, DropdownList, MenuToggle } from '@patternfly/react-core';
import { type ReactElement, useContext, useState } from 'react';
import { said } from '../../models/said.ts';
import { saveFile } from '../../parts/save-file.ts';
import { askConsole } from '../../session/ask-console.ts';
import { doctorWords } from '../../words/doctor-words.ts';
import { LanguageContext, useWords } from '../../words/language-context.ts';

const formats = [
  { format: 'markdown', name: 'Markdown', file: 'doctor.md' },
  { format: 'json', name: 'JSON', file: 'doctor.json' },
  { format: 'yaml', name: 'YAML', file: 'doctor.yaml' },
  { format: 'sarif', name: 'SARIF', file: 'doctor.sarif' },
  { format: 'junit', name: 'JUnit', file: 'doctor.xml' },
] as const;

/** The whole report as a file, in the formats of the command. */
export function SaveReport({ token }: { readonly token: string }): ReactElement {
  const { save, saving } = useWords(doctorWords);
  const { language } = useContext(LanguageContext);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const keep = async ({ format, file }: (typeof formats)[number]): Promise<void> => {
    setOpen(false);
    setBusy(true);
    const answer = await askConsole('report', { format, language }, token);
    setBusy(false);
    setProblem(said(answer, 'problem', 'message'));
    const report = textAt(answer, 'report');
    if (report !== '') saveFile(file, report);
  };
  return (
    <>
      <Dropdown
        isOpen={isOpen}
        onOpenChange={setOpen}
        toggle={(ref) => (
          <MenuToggle ref={ref} isExpanded={isOpen} isDisabled={isBusy} onClick={() => setOpen(!isOpen)}>
            {isBusy ? saving : save}
          </MenuToggle>
        )}
      >
        <DropdownList>
          {formats.map((each) => (
            <DropdownItem key={each.format} onClick={() => keep(each)}>
              {each.name}
            </DropdownItem>
          ))}
        </DropdownList>
      </Dropdown>
      {problem !== '' && <Alert variant="danger" isInline isPlain title={problem} component="p" />}
    </>
  );
}

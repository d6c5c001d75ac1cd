import type { JsonValue } from '@archipelago/apimachinery';
import {
  Alert,
  Content,
  ExpandableSection,
  Flex,
  List,
  ListItem,
  PageSection,
  Stack,
  ToggleGroup,
  ToggleGroupItem,
} from '@patternfly/react-core';
import { type ReactElement, useContext } from 'react';
import { usePage } from '../../live/use-page.ts';
import { type DoctorModel, doctorModel, seriousFindings } from '../../models/doctor-model.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { useQuery } from '../../parts/use-query.ts';
import { type DoctorWords, doctorWords } from '../../words/doctor-words.ts';
import { LanguageContext, useWords } from '../../words/language-context.ts';
import type { OnAct } from './finding-actions.tsx';
import { FindingsTable } from './findings-table.tsx';
import { SaveReport } from './save-report.tsx';
import { useActs } from './use-acts.tsx';

/** What the doctor finds. */
export function DoctorPage({ token }: PageProps): ReactElement {
  const words = useWords(doctorWords);
  const { language } = useContext(LanguageContext);
  const heard = usePage(language === 'ja' ? 'doctor-ja' : 'doctor', token);
  return (
    <PageFrame title={words.title} lead={words.lead} heard={heard}>
      {(view) => <Report view={view} token={token} />}
    </PageFrame>
  );
}

const leasts = ['critical', 'warning', 'info'] as const;

interface ReportProps {
  readonly view: JsonValue;
  readonly token: string;
}

function Report({ view, token }: ReportProps): ReactElement {
  const words = useWords(doctorWords);
  const [least, setLeast] = useQuery('least');
  const model = doctorModel(view, words);
  const { onAct, dialog } = useActs(token);
  const shown = seriousFindings(model.findings, least === '' ? 'info' : least);
  return (
    <PageSection>
      <Stack hasGutter>
        <p role="status">{words.summary(model.counts)}</p>
        {model.notes.map((note) => (
          <Alert key={note} variant="warning" isInline isPlain title={note} component="p" />
        ))}
        <Flex>
          <ToggleGroup aria-label={words.which}>
            {leasts.map((each) => (
              <ToggleGroupItem
                key={each}
                text={words.leasts[each]}
                isSelected={each === (least === '' ? 'info' : least)}
                onChange={() => setLeast(each === 'info' ? '' : each)}
              />
            ))}
          </ToggleGroup>
          <SaveReport token={token} />
        </Flex>
        <Content component="h2">{words.findings}</Content>
        {shown.length === 0 ? (
          <p>{nothing(model, words)}</p>
        ) : (
          <FindingsTable label={words.findings} findings={shown} first={0} onAct={onAct} />
        )}
        {model.left > 0 && <p>{words.left(model.left)}</p>}
        <Aside model={model} onAct={onAct} />
        {dialog}
      </Stack>
    </PageSection>
  );
}

function nothing({ findings, blind }: DoctorModel, words: DoctorWords): string {
  if (findings.length > 0) return words.nothingSoSerious;
  return blind.length === 0 ? words.nothing : words.nothingSeen;
}

/** What could not be looked at, and what somebody has decided to ignore. */
function Aside({ model, onAct }: { readonly model: DoctorModel; readonly onAct: OnAct }): ReactElement {
  const words = useWords(doctorWords);
  const { blind, ignored } = model;
  return (
    <>
      {blind.length > 0 && (
        <>
          <Content component="h2">{words.blind}</Content>
          <List>
            {blind.map(({ code, reason }) => (
              <ListItem key={code} className="console-text">
                {code}: {reason}
              </ListItem>
            ))}
          </List>
        </>
      )}
      {ignored.length > 0 && (
        <ExpandableSection toggleText={words.ignored(ignored.length)}>
          <FindingsTable
            label={words.ignoredFindings}
            findings={ignored}
            first={model.findings.length}
            onAct={onAct}
          />
        </ExpandableSection>
      )}
    </>
  );
}

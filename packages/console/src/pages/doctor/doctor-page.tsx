import type { JsonValue } from '@archipelago/apimachinery';
import {
  Alert,
  Content,
  ExpandableSection,
  List,
  ListItem,
  PageSection,
  Stack,
  ToggleGroup,
  ToggleGroupItem,
} from '@patternfly/react-core';
import { type ReactElement, useState } from 'react';
import { usePage } from '../../live/use-page.ts';
import { type DoctorModel, doctorModel, seriousFindings } from '../../models/doctor-model.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { FindingsTable } from './findings-table.tsx';

/** What the doctor finds. */
export function DoctorPage({ token }: PageProps): ReactElement {
  const heard = usePage('doctor', token);
  return (
    <PageFrame
      title="Doctor"
      lead="Whether this cluster is ready for virtual machines of every architecture, and what to do where it is not."
      heard={heard}
    >
      {(view) => <Report view={view} />}
    </PageFrame>
  );
}

const leasts = [
  { least: 'critical', text: 'Critical' },
  { least: 'warning', text: 'Warnings, too' },
  { least: 'info', text: 'All' },
] as const;

function Report({ view }: { readonly view: JsonValue }): ReactElement {
  const [least, setLeast] = useState<string>('info');
  const model = doctorModel(view);
  const shown = seriousFindings(model.findings, least);
  return (
    <PageSection>
      <Stack hasGutter>
        <p role="status">{summaryOf(model)}</p>
        {model.notes.map((note) => (
          <Alert key={note} variant="warning" isInline isPlain title={note} component="p" />
        ))}
        <ToggleGroup aria-label="Which findings">
          {leasts.map((each) => (
            <ToggleGroupItem
              key={each.least}
              text={each.text}
              isSelected={each.least === least}
              onChange={() => setLeast(each.least)}
            />
          ))}
        </ToggleGroup>
        <Content component="h2">Findings</Content>
        {shown.length === 0 ? (
          <p>{nothing(model)}</p>
        ) : (
          <FindingsTable label="Findings" findings={shown} first={0} />
        )}
        <Aside model={model} />
      </Stack>
    </PageSection>
  );
}

function summaryOf({ counts }: DoctorModel): string {
  const { critical, warning, info, ok, skipped, unknown } = counts;
  return `${critical} critical, ${warning} warning, ${info} info; of the checks ${ok} found nothing, ${skipped} do not apply, ${unknown} could not look.`;
}

function nothing({ findings, blind }: DoctorModel): string {
  if (findings.length > 0) return 'Nothing so serious was found.';
  return blind.length === 0 ? 'Nothing was found.' : 'Nothing was found by the checks that could look.';
}

/** What could not be looked at, and what somebody has decided to ignore. */
function Aside({ model }: { readonly model: DoctorModel }): ReactElement {
  const { blind, ignored } = model;
  return (
    <>
      {blind.length > 0 && (
        <>
          <Content component="h2">Checks that could not look</Content>
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
        <ExpandableSection toggleText={`Ignored: ${ignored.length}`}>
          <FindingsTable label="Ignored findings" findings={ignored} first={model.findings.length} />
        </ExpandableSection>
      )}
    </>
  );
}

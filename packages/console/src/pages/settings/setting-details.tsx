import { Button, ClipboardCopy, DescriptionList } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import { pageLink } from '../../models/page-link.ts';
import type { SettingModel } from '../../models/settings-model.ts';
import { valueText } from '../../models/value-text.ts';
import { Fact } from '../../parts/fact.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { useWords } from '../../words/language-context.ts';
import { settingsWords } from '../../words/settings-words.ts';

interface SettingDetailsProps {
  readonly setting: SettingModel;
  /** Lists what these words name. */
  readonly onFind: (words: string) => void;
}

/** Everything there is to say about a setting. */
export function SettingDetails({ setting, onFind }: SettingDetailsProps): ReactElement {
  const words = useWords(settingsWords);
  const { type, allowed, aliases, deprecated } = setting;
  return (
    <>
      <DescriptionList isCompact isHorizontal>
        <Fact term={words.type}>{type}</Fact>
        <Fact term={words.default}>{setting.default === '' ? words.noDefault : setting.default}</Fact>
        {allowed.length > 0 && <Fact term={words.allowed}>{allowed.map(valueText).join(', ')}</Fact>}
        {deprecated !== '' && <Fact term={words.deprecated}>{deprecated}</Fact>}
        {aliases.length > 0 && <Fact term={words.aliases}>{aliases.join(', ')}</Fact>}
        {setting.landsIn.length > 0 && <Fact term={words.canLandIn}>{setting.landsIn.join(', ')}</Fact>}
        <Fact term={words.link}>
          <ClipboardCopy variant="inline-compact" hoverTip={words.link} textAriaLabel={words.link}>
            {pageLink(location.origin, '/settings', { open: setting.path })}
          </ClipboardCopy>
        </Fact>
      </DescriptionList>
      <Landings lands={setting.lands} onFind={onFind} />
      <Causes causes={setting.causes} />
      <Members members={setting.members} />
    </>
  );
}

type LandingsProps = Pick<SettingModel, 'lands'> & Pick<SettingDetailsProps, 'onFind'>;

function Landings({ lands, onFind }: LandingsProps): ReactElement | null {
  const words = useWords(settingsWords);
  if (lands.length === 0) return null;
  return (
    <Table variant="compact" aria-label={words.lands}>
      <Thead>
        <Tr>
          <Th>{words.operand}</Th>
          <Th>{words.field}</Th>
          <Th>{words.valueThere}</Th>
        </Tr>
      </Thead>
      <Tbody>
        {lands.map(({ object, field, value }) => (
          <Tr key={`${object} ${field}`}>
            <Td dataLabel={words.operand} className="console-text">
              {object}
            </Td>
            <Td dataLabel={words.field} className="console-text">
              {field !== '' && (
                <Button
                  variant="link"
                  isInline
                  aria-label={words.whoDecides(field)}
                  onClick={() => onFind(`${object.split(' ')[0]} ${field}`)}
                >
                  {field}
                </Button>
              )}
            </Td>
            <Td dataLabel={words.valueThere}>
              <LongText label={words.valueOf(field)} text={value} />
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}

function Causes({ causes }: Pick<SettingModel, 'causes'>): ReactElement | null {
  const words = useWords(settingsWords);
  if (causes.length < 2) return null;
  return (
    <Table variant="compact" aria-label={words.causesOf}>
      <Thead>
        <Tr>
          <Th>{words.part}</Th>
          <Th>{words.value}</Th>
          <Th>{words.why}</Th>
        </Tr>
      </Thead>
      <Tbody>
        {causes.map(({ field, value, cause }) => (
          <Tr key={field}>
            <Td dataLabel={words.part} className="console-text">
              {field}
            </Td>
            <Td dataLabel={words.value}>
              <LongText label={words.valueOf(field)} text={value} />
            </Td>
            <Td dataLabel={words.why} className="console-text">
              {cause.text}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}

function Members({ members }: Pick<SettingModel, 'members'>): ReactElement | null {
  const words = useWords(settingsWords);
  if (members.length === 0) return null;
  return (
    <Table variant="compact" aria-label={words.membersOf}>
      <Thead>
        <Tr>
          <Th>{words.member}</Th>
          <Th>{words.type}</Th>
          <Th>{words.whatItSays}</Th>
        </Tr>
      </Thead>
      <Tbody>
        {members.map(({ name, type, summary }) => (
          <Tr key={name}>
            <Td dataLabel={words.member}>{name}</Td>
            <Td dataLabel={words.type}>{type}</Td>
            <Td dataLabel={words.whatItSays} className="console-text">
              {summary}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}

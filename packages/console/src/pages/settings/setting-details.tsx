import { DescriptionList } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { SettingModel } from '../../models/settings-model.ts';
import { valueText } from '../../models/value-text.ts';
import { Fact } from '../../parts/fact.tsx';
import { LongText } from '../../parts/long-text.tsx';

/** Everything there is to say about a setting. */
export function SettingDetails({ setting }: { readonly setting: SettingModel }): ReactElement {
  const { type, allowed, aliases, deprecated } = setting;
  return (
    <>
      <DescriptionList isCompact isHorizontal>
        <Fact term="Type">{type}</Fact>
        <Fact term="Default">{setting.default === '' ? 'none' : setting.default}</Fact>
        {allowed.length > 0 && <Fact term="Allowed">{allowed.map(valueText).join(', ')}</Fact>}
        {deprecated !== '' && <Fact term="Deprecated">{deprecated}</Fact>}
        {aliases.length > 0 && <Fact term="Also called">{aliases.join(', ')}</Fact>}
        {setting.landsIn.length > 0 && <Fact term="Can land in">{setting.landsIn.join(', ')}</Fact>}
      </DescriptionList>
      <Landings lands={setting.lands} />
      <Causes causes={setting.causes} />
      <Members members={setting.members} />
    </>
  );
}

function Landings({ lands }: Pick<SettingModel, 'lands'>): ReactElement | null {
  if (lands.length === 0) return null;
  return (
    <Table variant="compact" aria-label="What it decides in operands">
      <Thead>
        <Tr>
          <Th>Operand</Th>
          <Th>Field</Th>
          <Th>Value there</Th>
        </Tr>
      </Thead>
      <Tbody>
        {lands.map(({ object, field, value }) => (
          <Tr key={`${object} ${field}`}>
            <Td dataLabel="Operand" className="console-text">
              {object}
            </Td>
            <Td dataLabel="Field" className="console-text">
              {field}
            </Td>
            <Td dataLabel="Value there">
              <LongText label={`Value of ${field}`} text={value} />
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}

function Causes({ causes }: Pick<SettingModel, 'causes'>): ReactElement | null {
  if (causes.length < 2) return null;
  return (
    <Table variant="compact" aria-label="Why each part is so">
      <Thead>
        <Tr>
          <Th>Part</Th>
          <Th>Value</Th>
          <Th>Why</Th>
        </Tr>
      </Thead>
      <Tbody>
        {causes.map(({ field, value, cause }) => (
          <Tr key={field}>
            <Td dataLabel="Part" className="console-text">
              {field}
            </Td>
            <Td dataLabel="Value">
              <LongText label={`Value of ${field}`} text={value} />
            </Td>
            <Td dataLabel="Why" className="console-text">
              {cause.text}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}

function Members({ members }: Pick<SettingModel, 'members'>): ReactElement | null {
  if (members.length === 0) return null;
  return (
    <Table variant="compact" aria-label="Members of its value">
      <Thead>
        <Tr>
          <Th>Member</Th>
          <Th>Type</Th>
          <Th>What it says</Th>
        </Tr>
      </Thead>
      <Tbody>
        {members.map(({ name, type, summary }) => (
          <Tr key={name}>
            <Td dataLabel="Member">{name}</Td>
            <Td dataLabel="Type">{type}</Td>
            <Td dataLabel="What it says" className="console-text">
              {summary}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}

import { Button, Label } from '@patternfly/react-core';
import { Table, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ReactElement } from 'react';
import type { SettingModel } from '../../models/settings-model.ts';
import { ExpandableRow } from '../../parts/expandable-row.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { rowNameId } from '../../parts/row-name-id.ts';
import { SettingDetails } from './setting-details.tsx';

interface SettingsTableProps {
  readonly settings: readonly SettingModel[];
  readonly onEdit: (setting: SettingModel) => void;
}

/** A row for each setting, with more below it. */
export function SettingsTable({ settings, onEdit }: SettingsTableProps): ReactElement {
  if (settings.length === 0) return <p>No setting is like that.</p>;
  return (
    <Table variant="compact" aria-label="Settings" isExpandable className="console-fixed">
      <Thead>
        <Tr>
          <Th screenReaderText="More" className="console-narrow" />
          <Th width={35}>Setting</Th>
          <Th width={25}>Value</Th>
          <Th width={20}>Why</Th>
          <Th screenReaderText="Edit" width={10} />
        </Tr>
      </Thead>
      {settings.map((setting, index) => (
        <SettingRow key={setting.path} setting={setting} index={index} onEdit={onEdit} />
      ))}
    </Table>
  );
}

interface SettingRowProps extends Pick<SettingsTableProps, 'onEdit'> {
  readonly setting: SettingModel;
  readonly index: number;
}

function SettingRow({ setting, index, onEdit }: SettingRowProps): ReactElement {
  const { path, summary, valueText, cause, deprecated } = setting;
  return (
    <ExpandableRow index={index} columns={4} details={() => <SettingDetails setting={setting} />}>
      <Td dataLabel="Setting">
        <strong id={rowNameId(index)} className="console-text">
          {path}
        </strong>{' '}
        {deprecated !== '' && (
          <Label isCompact variant="outline" status="warning">
            Deprecated
          </Label>
        )}
        <div className="console-quiet">{summary}</div>
      </Td>
      <Td dataLabel="Value">
        <LongText label={`Value of ${path}`} text={valueText} />
      </Td>
      <Td dataLabel="Why" className="console-text">
        {cause.text}
      </Td>
      <Td>
        <Button variant="link" isInline aria-label={`Edit ${path}`} onClick={() => onEdit(setting)}>
          Edit
        </Button>
      </Td>
    </ExpandableRow>
  );
}

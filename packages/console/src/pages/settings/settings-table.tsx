import { Button, Label } from '@patternfly/react-core';
import { Table, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { type ReactElement, useEffect, useRef } from 'react';
import type { SettingModel } from '../../models/settings-model.ts';
import { ExpandableRow } from '../../parts/expandable-row.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { rowNameId } from '../../parts/row-name-id.ts';
import { useWords } from '../../words/language-context.ts';
import { settingsWords } from '../../words/settings-words.ts';
import { SettingDetails } from './setting-details.tsx';

interface SettingsTableProps {
  readonly settings: readonly SettingModel[];
  /** The path of the setting that is open at first; `''`: none is. */
  readonly open: string;
  readonly onEdit: (setting: SettingModel) => void;
  readonly onFind: (words: string) => void;
}

/** A row for each setting, with more below it. */
export function SettingsTable({ settings, ...row }: SettingsTableProps): ReactElement {
  const words = useWords(settingsWords);
  if (settings.length === 0) return <p>{words.none}</p>;
  return (
    <Table variant="compact" aria-label={words.title} isExpandable className="console-fixed">
      <Thead>
        <Tr>
          <Th screenReaderText={words.more} className="console-narrow" />
          <Th width={35}>{words.setting}</Th>
          <Th width={25}>{words.value}</Th>
          <Th width={20}>{words.why}</Th>
          <Th screenReaderText={words.edit} width={10} />
        </Tr>
      </Thead>
      {settings.map((setting, index) => (
        <SettingRow key={setting.path} setting={setting} index={index} {...row} />
      ))}
    </Table>
  );
}

interface SettingRowProps extends Omit<SettingsTableProps, 'settings'> {
  readonly setting: SettingModel;
  readonly index: number;
}

function SettingRow({ setting, index, open, onEdit, onFind }: SettingRowProps): ReactElement {
  const words = useWords(settingsWords);
  const { path, summary, valueText, cause, deprecated } = setting;
  const isLinked = open === path;
  return (
    <ExpandableRow
      index={index}
      columns={4}
      startsOpen={isLinked}
      details={() => <SettingDetails setting={setting} onFind={onFind} />}
    >
      <Td dataLabel={words.setting}>
        <strong id={rowNameId(index)} className="console-text">
          {path}
        </strong>{' '}
        {deprecated !== '' && (
          <Label isCompact variant="outline" status="warning">
            {words.deprecated}
          </Label>
        )}
        {isLinked && <IntoView />}
        <div className="console-quiet">{summary}</div>
      </Td>
      <Td dataLabel={words.value}>
        <LongText label={words.valueOf(path)} text={valueText} />
      </Td>
      <Td dataLabel={words.why} className="console-text">
        {cause.text}
      </Td>
      <Td>
        <Button variant="link" isInline aria-label={words.editOf(path)} onClick={() => onEdit(setting)}>
          {words.edit}
        </Button>
      </Td>
    </ExpandableRow>
  );
}

/** Scrolls to where it stands, once: who follows a link sees what it leads to. */
function IntoView(): ReactElement {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'center' }), []);
  return <span ref={place} />;
}

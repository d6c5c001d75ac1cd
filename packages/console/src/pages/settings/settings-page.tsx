import type { JsonValue } from '@archipelago/apimachinery';
import { Alert, PageSection } from '@patternfly/react-core';
import { type ReactElement, useState } from 'react';
import { usePage } from '../../live/use-page.ts';
import { filterSettings, type SettingsFilter, settingsModel } from '../../models/settings-model.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { useQuery } from '../../parts/use-query.ts';
import { useWords } from '../../words/language-context.ts';
import { settingsWords } from '../../words/settings-words.ts';
import { SettingEditor } from './setting-editor.tsx';
import { SettingsTable } from './settings-table.tsx';
import { SettingsToolbar } from './settings-toolbar.tsx';

/** Every setting: its value, why it is so, where it lands, and a change of it. */
export function SettingsPage({ token }: PageProps): ReactElement {
  const { title, lead } = useWords(settingsWords);
  return (
    <PageFrame title={title} lead={lead} heard={usePage('settings', token)}>
      {(view) => <Settings view={view} token={token} />}
    </PageFrame>
  );
}

function Settings({ view, token }: { readonly view: JsonValue; readonly token: string }): ReactElement {
  const words = useWords(settingsWords);
  const [find, setFind] = useQuery('find');
  const [open] = useQuery('open');
  const [edited, setEdited] = useQuery('edit');
  const [linked, setLinked] = useQuery('value');
  const [only, setOnly] = useState<SettingsFilter['only']>('all');
  const settings = settingsModel(view, words);
  const found = filterSettings(settings, { words: find, only });
  const setting = settings.find(({ path }) => path === edited);
  const [missing] = [open, edited].filter(
    (path) => path !== '' && settings.every((each) => each.path !== path),
  );
  const close = () => {
    setEdited('');
    setLinked('');
  };
  return (
    <PageSection>
      {missing !== undefined && (
        <Alert variant="warning" isInline title={words.noSuch(missing)} component="h2">
          {words.noSuchHelp}
        </Alert>
      )}
      <SettingsToolbar
        filter={{ words: find, only }}
        onFilter={(next) => {
          setFind(next.words);
          setOnly(next.only);
        }}
        found={found.length}
        all={settings.length}
      />
      <SettingsTable settings={found} open={open} onEdit={({ path }) => setEdited(path)} onFind={setFind} />
      {setting !== undefined && (
        <SettingEditor setting={setting} linked={linked} token={token} onClose={close} />
      )}
    </PageSection>
  );
}

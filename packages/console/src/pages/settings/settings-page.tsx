import type { JsonValue } from '@archipelago/apimachinery';
import { PageSection } from '@patternfly/react-core';
import { type ReactElement, useState } from 'react';
import { usePage } from '../../live/use-page.ts';
import {
  filterSettings,
  type SettingModel,
  type SettingsFilter,
  settingsModel,
} from '../../models/settings-model.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { SettingEditor } from './setting-editor.tsx';
import { SettingsTable } from './settings-table.tsx';
import { SettingsToolbar } from './settings-toolbar.tsx';

/** Every setting: its value, why it is so, where it lands, and what a change would do. */
export function SettingsPage({ token }: PageProps): ReactElement {
  const heard = usePage('settings', token);
  return (
    <PageFrame
      title="Settings"
      lead="Every setting of the HyperConverged: its value here, why it is so, and where it lands. An edit shows its plan before it is applied."
      heard={heard}
    >
      {(view) => <Settings view={view} token={token} />}
    </PageFrame>
  );
}

function Settings({ view, token }: { readonly view: JsonValue; readonly token: string }): ReactElement {
  const [filter, setFilter] = useState<SettingsFilter>({ words: '', only: 'all' });
  const [edited, setEdited] = useState<SettingModel>();
  const settings = settingsModel(view);
  const found = filterSettings(settings, filter);
  return (
    <PageSection>
      <SettingsToolbar filter={filter} onFilter={setFilter} found={found.length} all={settings.length} />
      <SettingsTable settings={found} onEdit={setEdited} />
      {edited !== undefined && (
        <SettingEditor setting={edited} token={token} onClose={() => setEdited(undefined)} />
      )}
    </PageSection>
  );
}

import type { JsonValue } from '@archipelago/apimachinery';
import { Alert, PageSection } from '@patternfly/react-core';
import { type ReactElement, useState } from 'react';
import { usePage } from '../../live/use-page.ts';
import { linkedPatch } from '../../models/linked-patch.ts';
import {
  filterSettings,
  type SettingModel,
  type SettingsFilter,
  settingsModel,
} from '../../models/settings-model.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { useQuery } from '../../parts/use-query.ts';
import { useWords } from '../../words/language-context.ts';
import { settingsWords } from '../../words/settings-words.ts';
import { SettingEditor } from './setting-editor.tsx';
import { SettingsTable } from './settings-table.tsx';
import { SettingsToolbar } from './settings-toolbar.tsx';
import { YamlEditor } from './yaml-editor.tsx';

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
  const [, setYaml] = useQuery('yaml');
  const [only, setOnly] = useState<SettingsFilter['only']>('all');
  const settings = settingsModel(view, words);
  const found = filterSettings(settings, { words: find, only });
  const [missing] = [open, edited].filter(
    (path) => path !== '' && settings.every((each) => each.path !== path),
  );
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
        onYaml={() => setYaml('{}')}
      />
      <SettingsTable settings={found} open={open} onEdit={({ path }) => setEdited(path)} onFind={setFind} />
      <Editors settings={settings} token={token} />
    </PageSection>
  );
}

interface EditorsProps {
  readonly settings: readonly SettingModel[];
  readonly token: string;
}

/** The editor that the address names: a setting's form, or the YAML of the whole. */
function Editors({ settings, token }: EditorsProps): ReactElement | null {
  const [edited, setEdited] = useQuery('edit');
  const [linked, setLinked] = useQuery('value');
  const [yaml, setYaml] = useQuery('yaml');
  const patch = linkedPatch(yaml);
  const setting = settings.find(({ path }) => path === edited);
  const close = () => {
    setYaml('');
    setEdited('');
    setLinked('');
  };
  if (patch !== undefined) {
    const toForm = (value: string) => {
      setLinked(value);
      setYaml('');
    };
    const from = setting?.path ?? '';
    return <YamlEditor patch={patch} from={from} token={token} onForm={toForm} onClose={close} />;
  }
  if (setting === undefined) return null;
  return <SettingEditor setting={setting} linked={linked} token={token} onYaml={setYaml} onClose={close} />;
}

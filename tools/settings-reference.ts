import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import { stringify } from 'yaml';
import { absent, type Example, type Setting } from '../packages/archipelago/src/config/framework/setting.ts';

/** The reference documentation of the settings, in Markdown: one section per setting, in the order of their names. */
export function settingsReference(settings: readonly Setting[]): string {
  const sorted = [...settings].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return [
    '# Settings of HyperConverged',
    'Written by `npm run goldens` from `packages/archipelago/src/config/settings/`; every example is a test.',
    ...sorted.map(section),
  ].join('\n\n');
}

function section(setting: Setting): string {
  const annotation = setting.source.in === 'annotation' ? ' (annotation)' : '';
  return [
    `## \`${setting.name}\`${annotation}`,
    setting.summary,
    facts(setting),
    ...setting.examples.map(example),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function facts(setting: Setting): string {
  const lines = [
    setting.default === undefined ? '' : `- default: \`${JSON.stringify(setting.default)}\``,
    setting.admissionDefault === undefined
      ? ''
      : `- default, by the cluster: ${setting.admissionDefault.doc}`,
    setting.fallback === undefined ? '' : `- while not written: ${setting.fallback.doc}`,
    ...setting.aliases.map((alias) => `- also written \`spec.${alias.path}\`, ${alias.since}`),
    setting.deprecated === undefined ? '' : `- deprecated: ${setting.deprecated}`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function example({ title, spec, annotations, lands }: Example): string {
  const written: JsonObject = {
    ...(annotations === undefined ? {} : { metadata: { annotations: { ...annotations } } }),
    ...(spec === undefined ? {} : { spec }),
  };
  const input = Object.keys(written).length === 0 ? '' : `\n\n\`\`\`yaml\n${stringify(written)}\`\`\``;
  const landings = Object.entries(lands).map(([path, value]) => `- \`${path}\` ${landing(value)}`);
  return `*${title}*${input}\n\n${landings.join('\n')}`;
}

function landing(value: JsonValue): string {
  if (value === absent) return 'does not exist';
  const contained = isJsonObject(value) ? value.contains : undefined;
  return contained === undefined
    ? `is \`${JSON.stringify(value)}\``
    : `contains \`${JSON.stringify(contained)}\``;
}

import type { Description } from '../../../config/describe-setting.ts';
import { jsonText } from '../../text/json-text.ts';

/** A setting as people read it. */
export function printDescription(description: Description): string {
  const { path, type, summary, values, deprecated, landsIn, aliases, members } = description;
  const line = (label: string, text: string | undefined): readonly string[] =>
    text === undefined || text === '' ? [] : [`  ${label}: ${text}`];
  return `${[
    `${path} <${type}>`,
    ...(summary === '' ? [] : [`  ${summary}`]),
    ...line('deprecated', deprecated),
    ...line('values', values.map((value) => jsonText(value)).join(', ')),
    ...line('default', description.default),
    ...line('formerly', aliases.join(', ')),
    ...line('lands in', landsIn.join('\n            ')),
    ...members.map((member) => `  .${member.name} <${member.type}>  ${member.summary}`),
  ].join('\n')}\n`;
}

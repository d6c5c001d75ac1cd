import { label1123Problems, subdomainProblems } from '@archipelago/apimachinery';
import { architectures } from '../../../api/architectures.ts';
import type { ClusterFacts } from '../../../cluster-facts/cluster-facts.ts';
import { judgeCronSchedule } from '../../../golden-images/templates/judge-cron-schedule.ts';
import { narrowArchitectures } from '../../../golden-images/templates/narrow-architectures.ts';
import {
  architecturesAnnotation,
  enableAnnotation,
  isDisabled,
  longestImageName,
  type Template,
} from '../../../golden-images/templates/template.ts';
import type { FieldFinding } from '../../framework/setting.ts';
import { reviewTemplateSpec } from './review-template-spec.ts';

const root = 'spec.dataImportCronTemplates';

/** Everything wrong, or odd, with the list of golden images. */
export function reviewTemplates(
  templates: readonly Template[],
  facts: Pick<ClusterFacts, 'storageClasses'> = {},
): readonly FieldFinding[] {
  return templates.flatMap((entry, index) => [
    ...reviewSwitch(entry, index),
    ...reviewSchedule(entry, index),
    ...reviewNames(entry, index),
    ...reviewTemplateSpec(entry, index, facts),
    ...reviewArchitectures(entry, index),
  ]);
}

function reviewSwitch({ metadata }: Template, index: number): readonly FieldFinding[] {
  const text = metadata.annotations?.[enableAnnotation];
  if (text === undefined || ['true', 'false'].includes(text.toLowerCase())) return [];
  const at = annotationAt(index, enableAnnotation);
  return [
    {
      level: 'error',
      at,
      reason: 'Invalid',
      value: text,
      message: 'is neither "true" nor "false"',
      fix: 'write "false" to switch the image off',
    },
  ];
}

/** CDI would refuse it later, where nobody looks. An empty schedule is fine: that of a common image is copied, another image is never polled. */
function reviewSchedule(entry: Template, index: number): readonly FieldFinding[] {
  const schedule = entry.spec?.schedule ?? '';
  if (schedule === '' || isDisabled(entry)) return [];
  const judged = judgeCronSchedule(schedule);
  if (judged.verdict === 'comes') return [];
  return [
    {
      level: judged.verdict === 'refused' ? 'error' : 'warning',
      at: `${root}[${index}].spec.schedule`,
      reason: 'Invalid',
      value: schedule,
      message:
        judged.verdict === 'refused' ? judged.message : 'never comes round: no month in it has such a day',
      fix: 'write minute, hour, day, month and weekday, e.g. "0 */12 * * *" for twice a day',
    },
  ];
}

/** Texts that no object could have for a name or a namespace. */
function reviewNames({ metadata, spec }: Template, index: number): readonly FieldFinding[] {
  const at = `${root}[${index}]`;
  return [
    ...misnamed(`${at}.metadata.name`, metadata.name, nameProblems),
    ...misnamed(`${at}.metadata.namespace`, metadata.namespace ?? '', label1123Problems),
    ...misnamed(`${at}.spec.managedDataSource`, spec?.managedDataSource ?? '', nameProblems),
  ];
}

function nameProblems(name: string): readonly string[] {
  return name.length > longestImageName
    ? [`must be no more than ${longestImageName} characters`]
    : subdomainProblems(name);
}

function misnamed(
  at: string,
  value: string,
  problemsOf: (text: string) => readonly string[],
): readonly FieldFinding[] {
  const [problem] = value === '' ? [] : problemsOf(value);
  if (problem === undefined) return [];
  const fix = 'use lowercase letters, digits and dashes, beginning and ending with a letter or digit';
  return [{ level: 'error', at, reason: 'Invalid', value, message: problem, fix }];
}

function reviewArchitectures({ metadata }: Template, index: number): readonly FieldFinding[] {
  const text = metadata.annotations?.[architecturesAnnotation];
  if (text === undefined) return [];
  const { unknown } = narrowArchitectures(text, []);
  return unknown.map((name) => ({
    level: 'warning',
    at: annotationAt(index, architecturesAnnotation),
    reason: 'Invalid',
    value: text,
    message: `lists ${JSON.stringify(name)}, which is no architecture of a node`,
    fix: `separate names with commas; known are ${architectures.join(', ')}`,
  }));
}

function annotationAt(index: number, key: string): string {
  return `${root}[${index}].metadata.annotations["${key}"]`;
}

import { type Topic, topics } from '../packages/archipelago/src/doctor/checks.ts';
import { remedies } from '../packages/archipelago/src/doctor/fixes/remedies.ts';
import type { Check } from '../packages/archipelago/src/doctor/model/check.ts';

/** Every check of the doctor, in Markdown: a part per topic, a section per code. */
export function doctorReference(): string {
  return [
    '# Checks of the doctor',
    'Written by `npm run goldens` from `packages/archipelago/src/doctor/checks/`. `archipelago doctor` asks them; `archipelago doctor explain CODE` prints one, also in Japanese. Words in braces stand for names of the cluster. How to use it: [the doctor](../docs/doctor.md).',
    ...topics.flatMap(part),
  ].join('\n\n');
}

function part({ name, checks }: Topic): readonly string[] {
  const sorted = [...checks].sort((a, b) => a.code.localeCompare(b.code, 'en'));
  return [`## ${name.charAt(0).toUpperCase()}${name.slice(1)}`, ...sorted.flatMap(section)];
}

function section(check: Check): readonly string[] {
  return [
    `### ${check.code}: ${plain(check.title)}`,
    `*${check.severity}, ${check.confidence}*`,
    `> ${plain(check.message)}`,
    plain(check.impact),
    `**To do:** ${plain(check.fix)}`,
    ...commandsOf(check),
    ...(remedies.has(check.code) ? [`\`archipelago doctor fix ${check.code}\` shows this and does it.`] : []),
    `**When it may be ignored:** ${plain(check.falsePositives)}`,
    ...(check.after === undefined
      ? []
      : [`Not asked while one of these finds something: ${check.after.join(', ')}.`]),
  ];
}

function commandsOf({ commands = [] }: Check): readonly string[] {
  return commands.length === 0 ? [] : [`\`\`\`sh\n${commands.join('\n')}\n\`\`\``];
}

/** The texts are no Markdown. */
function plain(text: string): string {
  return text.replaceAll(/[<*_|]/g, String.raw`\$&`);
}

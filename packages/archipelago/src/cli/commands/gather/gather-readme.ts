import { timestamp } from '@archipelago/apimachinery';

/** What became of a part, for people. */
export interface ToldPart {
  readonly name: string;
  readonly holds: string;
  readonly outcome: 'there' | 'left out' | 'missing' | 'not whole';
  /** Sentences, empty where it is there. */
  readonly why: readonly string[];
}

interface Readme {
  /** Milliseconds since 1970. */
  readonly takenAt: number;
  /** Of this program. */
  readonly version: string;
  /** Of the API server. */
  readonly server: string;
  readonly masked: boolean;
  readonly parts: readonly ToldPart[];
  /** What was cut to keep the folder small. */
  readonly cuts: readonly string[];
}

/** README.md of the folder: what is where, and what is not there and why. */
export function gatherReadme({ takenAt, version, server, masked, parts, cuts }: Readme): string {
  const rows = parts.map(({ name, holds, outcome }) => `| \`${name}\` | ${holds} | ${outcome} |`);
  const whys = parts.flatMap(({ name, why }) => why.map((each) => `- \`${name}\`: ${oneLine(each)}`));
  const names = masked
    ? 'Names of nodes, namespaces and workloads are replaced.'
    : 'Names are as they are in the cluster: look through the folder before you show it.';
  return [
    '# Gathered by archipelago\n',
    `Taken ${timestamp(takenAt)} by archipelago ${version} of a cluster of version ${server === '' ? 'unknown' : server}.`,
    `No Secrets and no values of environments are in it; what looks like a login was replaced by \`[removed]\`. ${names}\n`,
    '| where | what | |\n|---|---|---|',
    ...rows,
    ...section('What is missing or left out, and why', whys),
    ...section(
      'What was cut',
      cuts.map((cut) => `- ${oneLine(cut)}`),
    ),
    '\nNext: `archipelago doctor --snapshot snapshot`, and other commands with `--snapshot`.\n',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`\n## ${title}\n`, ...lines];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

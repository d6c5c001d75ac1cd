import type { ArchitectureView, ConfigView } from '../../../../layering/view/config-view.ts';
import { fitLine } from '../../../text/fit-line.ts';
import { printAge } from '../../../text/print-age.ts';
import { textTable } from '../../../text/text-table.ts';
import { oneLine } from './print-status.ts';

/** Configs on one screen: a line for each architecture, and below what is wrong; `now` in milliseconds since 1970. */
export function printOverview(views: readonly ConfigView[], now: number): string {
  const rows = views.flatMap((view) => rowsOf(view, now));
  const table = textTable([['CONFIG', 'STATE', 'ARCH', 'IMAGE', 'AGE', 'NODES', ''], ...rows]);
  const problems = views.flatMap(problemOf);
  return problems.length === 0 ? table : `${table}\n${problems.join('')}${more(views)}`;
}

function rowsOf(
  { name, state, build, architectures }: ConfigView,
  now: number,
): readonly (readonly string[])[] {
  const platforms = build?.platforms ?? [];
  const names = new Set(
    [...architectures, ...platforms.map((each) => ({ name: each.architecture }))].map(nameOf),
  );
  const rows = [...names].map((each) => {
    const platform = platforms.find(({ architecture }) => architecture === each);
    const nodes = architectures.find((architecture) => architecture.name === each);
    return [
      each === '' ? 'not told yet' : each,
      platform?.state ?? 'none',
      platform?.since === undefined ? '' : printAge(Date.parse(platform.since), now),
      ...(nodes === undefined ? ['', ''] : nodeCells(nodes)),
    ];
  });
  const [first = [], ...rest] = rows;
  return [[name, state, ...first], ...rest.map((row) => ['', '', ...row])];
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

const words = [
  ['Failed', 'failed'],
  ['NoImageForArchitecture', 'held'],
  ['Updating', 'updating'],
  ['Outdated', 'waiting'],
  ['Unknown', 'unknown'],
] as const;

/** How many of the nodes are up to date, and what the others are. */
function nodeCells({ counts, nodes }: ArchitectureView): readonly string[] {
  const others = words
    .filter(([state]) => counts[state] > 0)
    .map(([state, word]) => `${counts[state]} ${word}`);
  return [`${counts.UpToDate}/${nodes.length}`, others.join(', ')];
}

/** What is wrong in one line, and what to look at where a build has failed. */
function problemOf(view: ConfigView): readonly string[] {
  const { name, state, build } = view;
  if (state === 'fine') return [];
  const because = reasonOf(view);
  const line = `${fitLine(`${name}: ${state}${because === undefined ? '' : `: ${oneLine(because)}`}`)}\n`;
  if (build?.phase !== 'Failed') return [line];
  const failed = build.platforms.filter((platform) => platform.state === 'Failed');
  const [only] = failed.length === 1 ? failed : [];
  const flag = only === undefined ? '' : ` --arch ${only.architecture}`;
  return [line, `  log: archipelago layering logs ${name}${flag}\n`];
}

function reasonOf({ build, conditions, findings }: ConfigView): string | undefined {
  const [told] = [...findings.filter(({ level }) => level !== 'info'), ...conditions];
  return build?.phase === 'Failed' ? (build.message ?? told?.message) : (told?.message ?? build?.message);
}

function more(views: readonly ConfigView[]): string {
  const wrong = views.filter(({ state }) => state !== 'fine');
  return `more: archipelago layering status ${wrong.length === 1 ? wrong.map(nameOf).join('') : '-o wide'}\n`;
}

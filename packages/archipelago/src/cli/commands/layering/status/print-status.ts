import { visibleText } from '@archipelago/apimachinery';
import type {
  ArchitectureView,
  BuildView,
  ConditionView,
  ConfigView,
  FindingView,
  PlatformView,
} from '../../../../layering/view/config-view.ts';
import { printAge } from '../../../text/print-age.ts';
import { textTable } from '../../../text/text-table.ts';

/** Configs as people read them; `now` in milliseconds since 1970. */
export function printStatus(views: readonly ConfigView[], now: number): string {
  if (views.length === 0) return 'there is no MachineOSConfig in this cluster\n';
  return views.map((view) => printConfig(view, now)).join('\n');
}

function printConfig(view: ConfigView, now: number): string {
  const { name, state, build, architectures, conditions, findings } = view;
  return [
    `${name}: ${state}\n${textTable(headOf(view, now))}`,
    build === undefined ? '' : printPlatforms(build, now),
    printNodes(architectures),
    printRemarks([...conditions, ...findings], build),
  ]
    .filter((text) => text !== '')
    .join('\n');
}

function headOf({ group, pool, nodeSelector, image, build }: ConfigView, now: number) {
  const labels = Object.entries(nodeSelector ?? {}).map(([key, value]) => `${key}=${value}`);
  return [
    ['group', group],
    pool === undefined ? ['nodes', labels.join(',')] : ['pool', pool],
    ['image', image === undefined ? 'none yet' : `${image.pullSpec} (of ${image.build})`],
    ['build', build === undefined ? 'none yet' : printBuild(build, now)],
  ];
}

function printBuild({ name, phase, message = '', startedAt, endedAt }: BuildView, now: number): string {
  const at = Date.parse(endedAt ?? startedAt ?? '');
  const age = printAge(at, now);
  const when = age === '' ? '' : endedAt === undefined ? `, for ${age}` : `, ${age} ago`;
  return `${name}: ${phase}${when}${message === '' ? '' : `: ${oneLine(message)}`}`;
}

const titles = ['ARCH', 'STATE', 'REUSED FROM', 'TRIES', 'JOB', 'NODE', 'DIGEST', 'AGE', 'MESSAGE'];

function printPlatforms(build: BuildView, now: number): string {
  const { phase, platforms, assembly, failedChecks } = build;
  const lines = platforms.map((platform) => platformRow(platform, build, now));
  const checks = failedChecks.map(
    ({ name, architecture, detail }) =>
      `  check ${name}${architecture === undefined ? '' : ` of ${architecture}`} failed: ${oneLine(detail)}\n`,
  );
  // of what is published nobody asks how often it was tried
  const put = phase === 'Succeeded' || assembly === undefined ? '' : printAssembly(assembly, build);
  return [textTable([titles, ...lines]), put, ...checks].join('');
}

function printAssembly(assembly: NonNullable<BuildView['assembly']>, build: BuildView): string {
  const { job = 'no job now', attempts } = assembly;
  const message = untold(assembly.message, build);
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`;
  return `  assembly: ${job}, ${tries}${message === undefined ? '' : `: ${oneLine(message)}`}\n`;
}

/** Why a build has failed stands in its own line: what only repeats that is left out. */
function untold(message: string | undefined, { phase, message: cause = '' }: BuildView): string | undefined {
  return phase === 'Failed' && message !== undefined && cause.includes(message) ? undefined : message;
}

function platformRow(platform: PlatformView, build: BuildView, now: number): readonly string[] {
  const { architecture, variant, state, reusedFrom, attempts, job, node, digest, since } = platform;
  const message = untold(platform.message, build);
  return [
    variant === undefined ? architecture : `${architecture}/${variant}`,
    state,
    reusedFrom ?? '',
    String(attempts),
    job ?? '',
    node ?? '',
    shortDigest(digest),
    since === undefined ? '' : printAge(Date.parse(since), now),
    oneLine(message ?? ''),
  ];
}

function shortDigest(digest: string | undefined): string {
  return digest === undefined ? '' : digest.slice(digest.indexOf(':') + 1).slice(0, 12);
}

function printNodes(architectures: readonly ArchitectureView[]): string {
  if (architectures.length === 0) return '';
  const rows = architectures.map(({ name, source, counts, nodes }) => [
    name === '' ? 'not told yet' : name,
    source ?? 'not wanted',
    String(nodes.length),
    String(counts.UpToDate),
    String(counts.Updating),
    String(counts.Outdated),
    String(counts.Failed),
    String(counts.NoImageForArchitecture),
    String(counts.Unknown),
  ]);
  const held = architectures.flatMap(({ name, nodes }) =>
    nodes
      .filter(({ state }) => state === 'NoImageForArchitecture')
      .map((node) => `  held: ${node.name}: there is no image for ${name}\n`),
  );
  return `${textTable([nodeTitles, ...rows])}${shortened([...underWay(architectures), ...held]).join('')}`;
}

const nodeTitles = [
  'ARCH',
  'WANTED BY',
  'NODES',
  'UP TO DATE',
  'UPDATING',
  'WAITING',
  'FAILED',
  'HELD',
  'UNKNOWN',
];

/** What happens to nodes now, and whose update failed. */
function underWay(architectures: readonly ArchitectureView[]): readonly string[] {
  const nodes = architectures.flatMap((architecture) => architecture.nodes);
  return (['Failed', 'Updating'] as const).flatMap((wanted) =>
    nodes
      .filter(({ state }) => state === wanted)
      .map(
        ({ name, message = '' }) =>
          `  ${wanted === 'Failed' ? 'failed' : 'updating'}: ${name}: ${oneLine(message)}\n`,
      ),
  );
}

const mostHeld = 20;

function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= mostHeld) return lines;
  return [...lines.slice(0, mostHeld), `  and ${lines.length - mostHeld} more\n`];
}

/** What to do about several of them is said once. */
function printRemarks(
  remarks: readonly (ConditionView | FindingView)[],
  build: BuildView | undefined,
): string {
  const fixes = new Set<string | undefined>();
  return remarks
    .map((remark) => {
      const fix = fixes.has(remark.fix) ? undefined : remark.fix;
      fixes.add(remark.fix);
      return 'level' in remark
        ? printFindingView({ ...remark, fix })
        : printCondition({ ...remark, fix }, build);
    })
    .join('');
}

function printCondition(
  { type, status, reason, message, fix }: ConditionView,
  build: BuildView | undefined,
): string {
  const isTold = build?.phase === 'Failed' && message === `${build.name}: ${build.message}`;
  const words = isTold ? '' : `: ${oneLine(message)}`;
  return `  ${type} is ${status}${words} (${oneLine(reason)})\n${printFix(fix)}`;
}

/** One line, and one for the fix where there is one. */
export function printFindingView({ level, reason, message, fix }: FindingView): string {
  return `  ${level}: ${oneLine(message)} (${oneLine(reason)})\n${printFix(fix)}`;
}

function printFix(fix: string | undefined): string {
  return fix === undefined ? '' : `    fix: ${oneLine(fix)}\n`;
}

/** Messages come from pods and registries: neither lines nor control characters of theirs reach the terminal. */
export function oneLine(text: string): string {
  return visibleText(text.trim().replace(/\s*\n\s*/g, ' '));
}

import type { ForecastView, PlatformAction, Verdict } from '../../../../layering/forecast/forecast-view.ts';
import { paintChanges } from '../../../text/paint-changes.ts';
import { textTable } from '../../../text/text-table.ts';
import { oneLine, printFindingView } from '../status/print-status.ts';

interface Print {
  /** What images are made of, too. */
  readonly isWide: boolean;
  readonly color: boolean;
}

/** Plans as people read them. */
export function printForecasts(views: readonly ForecastView[], { isWide, color }: Print): string {
  if (views.length === 0) return 'there is no MachineOSConfig in this cluster\n';
  const plans = views.map((view) => printForecast(view, isWide));
  return paintChanges([...plans, count(views)].join('\n'), color);
}

function printForecast(view: ForecastView, isWide: boolean): string {
  const wide = (...cells: readonly string[]) => (isWide ? cells : []);
  const { name, platforms, removed, unanswered, findings } = view;
  const rows = [
    ...platforms.map(({ architecture, variant, action, containerfile, base, reusedFrom, because }) => [
      `${signs[action]} ${variant === undefined ? architecture : `${architecture}/${variant}`}`,
      action,
      containerfile,
      ...wide(base, reusedFrom ?? ''),
      oneLine(because),
    ]),
    ...removed.map((architecture) => [
      `- ${architecture}`,
      'leaves',
      '',
      ...wide('', ''),
      'it is no longer wanted',
    ]),
  ];
  return [
    `${name}: ${headline(view)}\n${textTable(headOf(view))}`,
    rows.length === 0
      ? ''
      : textTable([
          ['  ARCH', 'ACTION', 'CONTAINERFILE', ...wide('BASE', 'REUSED FROM'), 'BECAUSE'],
          ...rows,
        ]),
    [
      ...unanswered.map(({ reference, message }) => `  ${reference} was not answered: ${oneLine(message)}\n`),
      ...findings.map(printFindingView),
    ].join(''),
  ]
    .filter((text) => text !== '')
    .join('\n');
}

const signs: Readonly<Record<PlatformAction, string>> = {
  build: '+',
  wait: '+',
  goesOn: '+',
  reuse: ' ',
  keep: ' ',
  failed: '!',
  held: '!',
  unknown: '!',
};

/** The last line: how much would be done. */
function count(views: readonly ForecastView[]): string {
  const actions = views.flatMap(({ platforms }) => platforms.map(({ action }) => action));
  const of = (sign: string) => actions.filter((action) => signs[action] === sign).length;
  const gone = views.reduce((sum, { removed }) => sum + removed.length, 0);
  const open = of('!') === 0 ? '' : `, ${of('!')} that cannot be told or built`;
  return `images: ${of('+')} to build, ${of(' ')} to use again, ${gone} to go${open}\n`;
}

function headline(view: ForecastView): string {
  const { platforms } = view;
  const count = platforms.filter(({ action }) => action === 'build' || action === 'wait').length;
  if (view.verdict !== 'build') return sentences[view.verdict](view);
  return count === 0
    ? 'no image would be built, all are put together again'
    : `${count} of ${platforms.length} ${platforms.length === 1 ? 'image' : 'images'} would be built`;
}

const sentences: Readonly<Record<Exclude<Verdict, 'build'>, (view: ForecastView) => string>> = {
  nothing: () => 'the operator would do nothing, the image is there',
  goesOn: ({ build }) => `${build} is under way`,
  failed: ({ build, name }) =>
    `${build} has failed: archipelago layering logs ${name}; archipelago layering retry ${name} begins another`,
  held: () => 'a build would begin if nothing stood in the way',
  refused: () => 'nothing would be built',
  unknown: ({ message }) => `not known: ${oneLine(message ?? '')}`,
};

function headOf({ build, cause, publish, target, comparedWith }: ForecastView) {
  const why = cause === undefined ? '' : ` (${cause})`;
  const what = publish === 'Index' ? 'an index' : 'an image of one architecture';
  return [
    ...(build === undefined ? [] : [['build', `${build}${why}`]]),
    ...(target === undefined ? [] : [['image', `${what} at ${target}`]]),
    ...(comparedWith === undefined ? [] : [['before', comparedWith]]),
  ];
}

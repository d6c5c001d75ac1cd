import type { ForecastView, Verdict } from '../../../../layering/forecast/forecast-view.ts';
import { textTable } from '../../../text/text-table.ts';
import { oneLine, printFindingView } from '../status/print-status.ts';

/** Plans as people read them. */
export function printForecasts(views: readonly ForecastView[], isWide = false): string {
  if (views.length === 0) return 'there is no MachineOSConfig in this cluster\n';
  return views.map((view) => printForecast(view, isWide)).join('\n');
}

function printForecast(view: ForecastView, isWide: boolean): string {
  const wide = (...cells: readonly string[]) => (isWide ? cells : []);
  const { name, platforms, removed, unanswered, findings } = view;
  const rows = [
    ...platforms.map(({ architecture, variant, action, containerfile, base, reusedFrom, because }) => [
      variant === undefined ? architecture : `${architecture}/${variant}`,
      action,
      containerfile,
      ...wide(base, reusedFrom ?? ''),
      oneLine(because),
    ]),
    ...removed.map((architecture) => [architecture, 'leaves', '', ...wide('', ''), 'it is no longer wanted']),
  ];
  return [
    `${name}: ${headline(view)}\n${textTable(headOf(view))}`,
    rows.length === 0
      ? ''
      : textTable([['ARCH', 'ACTION', 'CONTAINERFILE', ...wide('BASE', 'REUSED FROM'), 'BECAUSE'], ...rows]),
    [
      ...unanswered.map(({ reference, message }) => `  ${reference} was not answered: ${oneLine(message)}\n`),
      ...findings.map(printFindingView),
    ].join(''),
  ]
    .filter((text) => text !== '')
    .join('\n');
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
  failed: ({ build, name }) => `${build} has failed; archipelago layering retry ${name} begins another`,
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

import type {
  Dashboard,
  Panel,
} from '../packages/archipelago/src/observability/dashboards/model/dashboard.ts';
import { colourCodes } from '../packages/archipelago/src/observability/dashboards/printers/colours.ts';
import { drawHistory, drawLines } from './draw-series.ts';

/** A series that a query gave: seconds and values. */
export interface DrawnSeries {
  /** Which query of the panel. */
  readonly query: number;
  readonly legend: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [number, string])[];
}

const style = `body{font:13px sans-serif;margin:8px;background:#f0f0f0;width:1240px}h1{font-size:17px;margin:4px}
h2{font-size:13px;margin:8px 4px 2px}section{display:flex;flex-wrap:wrap}
div.p{background:#fff;border:1px solid #d2d2d2;margin:2px;padding:5px;box-sizing:border-box}
h3{font-size:12px;margin:0 0 3px}.n{font-size:24px}td,th{text-align:left;padding:1px 8px;font-size:11px}.k{font-size:10px}`;

/** The dashboard as a page, for people who look whether it says what it should. */
export function drawPage(
  { title, rows }: Dashboard,
  answers: ReadonlyMap<Panel, readonly DrawnSeries[]>,
): string {
  const parts = rows.map((row) => {
    const panels = row.panels.map((panel) => drawPanel(panel, answers.get(panel) ?? []));
    return `<h2>${row.title}</h2><section>${panels.join('')}</section>`;
  });
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><h1>${title}</h1>${parts.join('')}`;
}

function drawPanel(panel: Panel, series: readonly DrawnSeries[]): string {
  const width = panel.width * 103 - 4;
  return `<div class="p" style="width:${width}px"><h3>${panel.title}</h3>${bodyOf(panel, series, width - 12)}</div>`;
}

function bodyOf(panel: Panel, series: readonly DrawnSeries[], width: number): string {
  if (series.length === 0) return '<i>No data</i>';
  switch (panel.kind) {
    case 'stat':
      return series.map((each) => `<div class="n">${cell(panel, lastOf(each))}</div>`).join('');
    case 'table':
      return drawTable(panel, series);
    case 'time-series':
      return drawLines(series, width, (value) => format(panel, value));
    case 'status-history':
      return drawHistory(series, width, (value) => colourOf(panel, value)) + key(panel);
  }
}

function key({ meanings = [] }: Panel): string {
  const each = meanings.map(({ text, colour }) => `<b style="color:${colourCodes[colour]}">■</b> ${text}`);
  return `<div class="k">${each.join(' ')}</div>`;
}

function lastOf({ values }: DrawnSeries): number {
  return Number(values.at(-1)?.[1]);
}

function cell(panel: Panel, value: number): string {
  if (panel.meanings === undefined && panel.thresholds === undefined) return format(panel, value);
  return `<span style="color:${colourOf(panel, value)}">${format(panel, value)}</span>`;
}

function colourOf({ meanings, thresholds = [] }: Panel, value: number): string {
  const meant = meanings?.find((each) => each.value === value);
  const passed = thresholds.filter(({ from }) => value >= from).at(-1);
  return colourCodes[meant?.colour ?? passed?.colour ?? 'green'];
}

function format({ meanings, unit }: Panel, value: number): string {
  if (Number.isNaN(value)) return '–';
  const meant = meanings?.find((each) => each.value === value)?.text;
  if (meant !== undefined) return meant;
  if (unit === 'bytes') return `${(value / 2 ** 20).toFixed(0)} MiB`;
  if (unit === 'seconds') return seconds(value);
  return `${Number(value.toFixed(2))}${unit === 'per-second' ? '/s' : ''}`;
}

function seconds(value: number): string {
  if (value >= 172_800) return `${(value / 86_400).toFixed(0)} days`;
  if (value >= 120) return `${(value / 60).toFixed(0)} min`;
  return value >= 1 ? `${value.toFixed(1)} s` : `${(value * 1_000).toFixed(1)} ms`;
}

/** A line for each set of labels, as the drawers of the field merge them. */
function drawTable(panel: Panel, series: readonly DrawnSeries[]): string {
  const { columns = {}, queries } = panel;
  const names = Object.keys(columns);
  const lines = new Map<string, DrawnSeries[]>();
  for (const each of series) {
    const line = names.map((name) => each.labels[name] ?? '').join('\u0000');
    lines.set(line, [...(lines.get(line) ?? []), each]);
  }
  const heads = [...Object.values(columns), ...queries.map(({ legend }) => legend)];
  const body = [...lines].map(([line, found]) => {
    const values = queries.map((_, index) => found.find(({ query }) => query === index));
    const shown = values.map((each) => (each === undefined ? '' : cell(panel, lastOf(each))));
    return `<tr>${[...line.split('\u0000'), ...shown].map((text) => `<td>${text}</td>`).join('')}</tr>`;
  });
  return `<table><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>${body.join('')}</table>`;
}

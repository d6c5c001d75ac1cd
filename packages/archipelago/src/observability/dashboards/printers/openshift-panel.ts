import type { JsonObject } from '@archipelago/apimachinery';
import type { Panel, PanelKind, Unit } from '../model/dashboard.ts';
import { referenceLetter } from './reference-letter.ts';

/** The console has no history of states: it is drawn as a line. */
const types: Readonly<Record<PanelKind, string>> = {
  stat: 'singlestat',
  'time-series': 'graph',
  table: 'table',
  'status-history': 'graph',
};

const units: Readonly<Record<Unit, string>> = {
  number: 'short',
  seconds: 's',
  'per-second': 'short',
  bytes: 'bytes',
};

/** A panel as OpenShift's console has it. */
export function openshiftPanel(panel: Panel, id: number): JsonObject {
  return {
    id,
    type: types[panel.kind],
    title: panel.title,
    description: describe(panel),
    datasource: 'prometheus',
    span: panel.width,
    targets: panel.queries.map(({ expression, legend }, index) => ({
      refId: referenceLetter(index),
      expr: expression,
      legendFormat: legend,
      format: panel.kind === 'table' ? 'table' : 'time_series',
      instant: panel.kind === 'table' || panel.kind === 'stat',
    })),
    ...shapeOf(panel),
  };
}

/** What is drawn as numbers needs words for them. */
function describe({ kind, description, meanings = [] }: Panel): string {
  if (kind === 'stat' || meanings.length === 0) return description;
  const words = meanings.map(({ value, text }) => `${value} ${text}`).join(', ');
  return `${description} Values: ${words}.`;
}

function shapeOf({ kind, unit, meanings = [], queries, columns = {} }: Panel): JsonObject {
  switch (kind) {
    case 'stat':
      return {
        format: unit === 'number' ? 'none' : units[unit],
        valueName: 'current',
        valueMaps: meanings.map(({ value, text }) => ({ op: '=', value: String(value), text })),
      };
    case 'time-series':
    case 'status-history':
      return { lines: true, linewidth: 1, fill: 0, yaxes: [{ format: units[unit], min: 0, show: true }] };
    case 'table':
      return { transform: 'table', styles: stylesOf(queries, columns) };
  }
}

/** Titles of columns; the time is not shown. */
function stylesOf(queries: Panel['queries'], columns: NonNullable<Panel['columns']>): readonly JsonObject[] {
  const labels = Object.entries(columns).map(([pattern, alias]) => ({ pattern, alias, type: 'string' }));
  const values = queries.map(({ legend }, index) => ({
    pattern: `Value #${referenceLetter(index)}`,
    alias: legend,
    type: 'number',
    unit: 'short',
    decimals: 0,
  }));
  return [{ pattern: 'Time', type: 'hidden', alias: '' }, ...labels, ...values];
}

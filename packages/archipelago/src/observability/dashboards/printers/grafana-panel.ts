import type { JsonObject } from '@archipelago/apimachinery';
import type { Meaning, Panel, PanelKind, Threshold, Unit } from '../model/dashboard.ts';
import type { Place } from './grid.ts';
import { referenceLetter } from './reference-letter.ts';

/** Of Grafana's variable, not of ours. */
export const chosenSource = `$${'{datasource}'}`;

const types: Readonly<Record<PanelKind, string>> = {
  stat: 'stat',
  'time-series': 'timeseries',
  table: 'table',
  'status-history': 'status-history',
};

const units: Readonly<Record<Unit, string>> = {
  number: 'short',
  seconds: 's',
  'per-second': 'cps',
  bytes: 'bytes',
};

/** A panel as Grafana has it; `top`: the line where its row begins. */
export function grafanaPanel({ panel, x, y, width, height }: Place, id: number, top: number): JsonObject {
  return {
    id,
    type: types[panel.kind],
    title: panel.title,
    description: panel.description,
    datasource: { type: 'prometheus', uid: chosenSource },
    gridPos: { x, y: top + y, w: width, h: height },
    targets: panel.queries.map((_, index) => target(panel, index)),
    fieldConfig: { defaults: defaultsOf(panel), overrides: overridesOf(panel) },
    options: optionsOf(panel),
    ...(panel.kind === 'table' ? { transformations: transformationsOf(panel) } : {}),
  };
}

function target({ kind, queries }: Panel, index: number): JsonObject {
  const query = queries[index];
  const isNow = kind === 'table' || kind === 'stat';
  return {
    refId: referenceLetter(index),
    datasource: { type: 'prometheus', uid: chosenSource },
    expr: query?.expression ?? '',
    legendFormat: query?.legend ?? '',
    format: kind === 'table' ? 'table' : 'time_series',
    instant: isNow,
    range: !isNow,
  };
}

function defaultsOf({ kind, unit, thresholds = [], meanings }: Panel): JsonObject {
  return {
    unit: units[unit],
    mappings: meanings === undefined ? [] : [{ type: 'value', options: mappingOptions(meanings) }],
    thresholds: { mode: 'absolute', steps: stepsOf(thresholds) },
    color: { mode: kind === 'time-series' ? 'palette-classic' : 'thresholds' },
    ...(kind === 'time-series' ? { min: 0, custom: { fillOpacity: 10, lineWidth: 1 } } : {}),
  };
}

/** Cells of states have the colour of the state. */
function overridesOf({ kind, meanings, queries }: Panel): readonly JsonObject[] {
  if (kind !== 'table' || meanings === undefined) return [];
  return queries.map(({ legend }) => ({
    matcher: { id: 'byName', options: legend },
    properties: [{ id: 'custom.cellOptions', value: { type: 'color-background' } }],
  }));
}

function mappingOptions(meanings: readonly Meaning[]): JsonObject {
  return Object.fromEntries(
    meanings.map(({ value, text, colour }, index) => [value, { text, color: nameOf(colour), index }]),
  );
}

function stepsOf(thresholds: readonly Threshold[]): readonly JsonObject[] {
  const steps = thresholds.map(({ from, colour }) => ({ value: from, color: nameOf(colour) }));
  return [{ value: null, color: 'green' }, ...steps];
}

function nameOf(colour: Meaning['colour']): string {
  return colour === 'grey' ? 'text' : colour;
}

function optionsOf({ kind }: Panel): JsonObject {
  switch (kind) {
    case 'stat':
      return {
        reduceOptions: { calcs: ['lastNotNull'], values: false },
        colorMode: 'value',
        graphMode: 'none',
      };
    case 'time-series':
      return {
        legend: { displayMode: 'list', placement: 'bottom' },
        tooltip: { mode: 'multi', sort: 'desc' },
      };
    case 'table':
      return { showHeader: true };
    case 'status-history':
      return { showValue: 'never', legend: { displayMode: 'list', placement: 'bottom' } };
  }
}

/** One line for each set of labels, with the titles of the model. */
function transformationsOf({ queries, columns = {} }: Panel): readonly JsonObject[] {
  const isOne = queries.length === 1;
  const values = queries.map(({ legend }, index) => [
    isOne ? 'Value' : `Value #${referenceLetter(index)}`,
    legend,
  ]);
  const renameByName = { ...columns, ...Object.fromEntries(values) };
  return [
    { id: 'merge', options: {} },
    { id: 'organize', options: { excludeByName: { Time: true }, renameByName } },
  ];
}

import type { JsonObject } from '@archipelago/apimachinery';
import type { Meaning, Panel, Threshold, Unit } from '../model/dashboard.ts';
import { colourCodes } from './colours.ts';

const units: Readonly<Record<Unit, string>> = {
  number: 'decimal',
  seconds: 'seconds',
  'per-second': 'counts/sec',
  bytes: 'bytes',
};

/** A panel as Perses has it. */
export function persesPanel(panel: Panel): JsonObject {
  const { title, description, kind, queries } = panel;
  return {
    kind: 'Panel',
    spec: {
      display: { name: title, description },
      plugin: pluginOf(panel),
      queries: queries.map(({ expression, legend }) => ({
        kind: 'TimeSeriesQuery',
        spec: {
          plugin: {
            kind: 'PrometheusTimeSeriesQuery',
            spec: { query: expression, ...(kind === 'table' ? {} : { seriesNameFormat: legend }) },
          },
        },
      })),
    },
  };
}

function pluginOf(panel: Panel): JsonObject {
  const format = { unit: units[panel.unit] };
  switch (panel.kind) {
    case 'stat':
      return {
        kind: 'StatChart',
        spec: { calculation: 'last-number', format, ...thresholdsOf(panel), ...mappingsOf(panel) },
      };
    case 'time-series':
      return {
        kind: 'TimeSeriesChart',
        spec: { legend: { position: 'bottom', mode: 'list' }, yAxis: { format, min: 0 } },
      };
    case 'table':
      return tablePlugin(panel);
    case 'status-history':
      return {
        kind: 'StatusHistoryChart',
        spec: { legend: { position: 'bottom', mode: 'list' }, ...mappingsOf(panel) },
      };
  }
}

function thresholdsOf({ thresholds }: Panel): JsonObject {
  if (thresholds === undefined) return {};
  const steps = thresholds.map(({ from, colour }: Threshold) => ({
    value: from,
    color: colourCodes[colour],
  }));
  return { thresholds: { mode: 'absolute', defaultColor: colourCodes.green, steps } };
}

function mappingsOf({ meanings }: Panel): JsonObject {
  if (meanings === undefined) return {};
  const mappings = meanings.map(({ value, text, colour }: Meaning) => ({
    kind: 'Value',
    spec: { value: String(value), result: { value: text, color: colourCodes[colour] } },
  }));
  return { mappings };
}

/** One line for each set of labels; columns without a title of the model are left out. */
function tablePlugin({ queries, columns = {}, meanings = [] }: Panel): JsonObject {
  const isOne = queries.length === 1;
  const values = queries.map(({ legend }, index) => ({
    name: isOne ? 'value' : `value #${index + 1}`,
    header: legend,
    ...(meanings.length === 0 ? {} : { cellSettings: meanings.map(cellSetting) }),
  }));
  const labels = Object.entries(columns).map(([name, header]) => ({ name, header }));
  return {
    kind: 'Table',
    spec: {
      defaultColumnHidden: true,
      columnSettings: [...labels, ...values],
      ...(isOne ? {} : { transforms: [{ kind: 'MergeSeries', spec: {} }] }),
    },
  };
}

function cellSetting({ value, text, colour }: Meaning): JsonObject {
  return {
    condition: { kind: 'Value', spec: { value: String(value) } },
    text,
    textColor: '#ffffff',
    backgroundColor: colourCodes[colour],
  };
}

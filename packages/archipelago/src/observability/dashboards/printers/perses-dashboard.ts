import type { JsonObject } from '@archipelago/apimachinery';
import type { Dashboard, Row, Variable } from '../model/dashboard.ts';
import { type Place, placesOf } from './grid.ts';
import { persesPanel } from './perses-panel.ts';

/** As Perses and its `percli apply` read it; the default data source of the project is asked. */
export function persesDashboard({ name, title, description, variables, rows }: Dashboard): JsonObject {
  const panels = rows.flatMap((row) => row.panels.map((panel) => [panel.id, persesPanel(panel)] as const));
  return {
    kind: 'Dashboard',
    metadata: { name, project: 'archipelago' },
    spec: {
      display: { name: title, description },
      duration: '6h',
      refreshInterval: '30s',
      variables: variables.map(listVariable),
      panels: Object.fromEntries(panels),
      layouts: rows.map(layoutOf),
    },
  };
}

function listVariable({ name, title, metric, label }: Variable): JsonObject {
  return {
    kind: 'ListVariable',
    spec: {
      name,
      display: { name: title },
      allowAllValue: true,
      allowMultiple: true,
      customAllValue: '.*',
      defaultValue: '$__all',
      sort: 'alphabetical-asc',
      plugin: {
        kind: 'PrometheusLabelValuesVariable',
        spec: { labelName: label, matchers: [metric] },
      },
    },
  };
}

function layoutOf(row: Row): JsonObject {
  return {
    kind: 'Grid',
    spec: {
      display: { title: row.title, collapse: { open: true } },
      items: placesOf(row).map(itemOf),
    },
  };
}

function itemOf({ panel, x, y, width, height }: Place): JsonObject {
  return { x, y, width, height, content: { $ref: `#/spec/panels/${panel.id}` } };
}

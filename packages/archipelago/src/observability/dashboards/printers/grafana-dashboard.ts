import type { JsonObject } from '@archipelago/apimachinery';
import type { Dashboard, Row, Variable } from '../model/dashboard.ts';
import { chosenSource, grafanaPanel } from './grafana-panel.ts';
import { heightOf, placesOf } from './grid.ts';

/** As Grafana 10 and later import it. */
export function grafanaDashboard(dashboard: Dashboard): JsonObject {
  const { name, title, description, variables, rows } = dashboard;
  return {
    uid: name,
    title,
    description,
    tags: ['archipelago', 'kubevirt'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    timezone: 'browser',
    templating: { list: [datasource, ...variables.map(templateVariable)] },
    annotations: { list: [] },
    links: [],
    panels: panelsOf(rows),
  };
}

const datasource: JsonObject = {
  name: 'datasource',
  label: 'Data source',
  type: 'datasource',
  query: 'prometheus',
  hide: 0,
  refresh: 1,
};

function templateVariable({ name, title, metric, label }: Variable): JsonObject {
  const query = `label_values(${metric}, ${label})`;
  return {
    name,
    label: title,
    type: 'query',
    datasource: { type: 'prometheus', uid: chosenSource },
    definition: query,
    query: { query, refId: name },
    includeAll: true,
    allValue: '.*',
    multi: true,
    current: { text: 'All', value: '$__all' },
    refresh: 2,
    sort: 1,
    hide: 0,
  };
}

/** Rows stand between the panels; places count from the top of the dashboard. */
function panelsOf(rows: readonly Row[]): readonly JsonObject[] {
  const panels: JsonObject[] = [];
  let top = 0;
  for (const row of rows) {
    const places = placesOf(row);
    panels.push(rowPanel(row.title, panels.length + 1, top));
    top += 1;
    for (const place of places) panels.push(grafanaPanel(place, panels.length + 1, top));
    top += heightOf(places);
  }
  return panels;
}

function rowPanel(title: string, id: number, y: number): JsonObject {
  return { id, type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: 24, h: 1 }, panels: [] };
}

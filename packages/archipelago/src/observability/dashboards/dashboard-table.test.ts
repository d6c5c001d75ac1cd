import { describe, expect, test } from 'vitest';
import { metricTable } from '../metric-table.ts';
import { dashboardTable } from './dashboard-table.ts';
import { neighbourMetrics } from './model/neighbour-metrics.ts';
import { dashboardFormats, printDashboard } from './print-dashboard.ts';

const panels = dashboardTable.flatMap((dashboard) =>
  dashboard.rows.flatMap((row) =>
    row.panels.map((panel) => [`${dashboard.name}/${panel.id}`, panel, dashboard] as const),
  ),
);
const queries = panels.flatMap(([name, panel, dashboard]) =>
  panel.queries.map(({ expression, legend }) => ({ name, expression, legend, dashboard })),
);

/** Labels by name of the metric; what a histogram is scraped as, too. */
const labelsOf = new Map<string, readonly string[]>(
  Object.values({ ...metricTable, ...neighbourMetrics }).flatMap(({ name, type, labels }) =>
    type === 'histogram' ? [[`${name}_bucket`, [...labels, 'le']] as const] : [[name, labels] as const],
  ),
);
/** Labels that who scrapes adds, and the one that `label_replace` makes. */
const added = ['job', 'instance', 'node'];

/** Names of metrics in a query: words that are followed by no bracket, and stand in no text, braces or list of labels. */
function metricsIn(expression: string): readonly string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|offset \w+/g, '')
    .replaceAll(/\b(?:by|on|group_right) ?\([^)]*\)/g, '');
  const words = bare.match(/[a-z_][a-z0-9_]*(?![a-z0-9_]|\s*\()/gi) ?? [];
  const operators = ['or', 'and', 'unless', 'sum', 'max', 'min', 'count'];
  return words.filter((word) => !operators.includes(word));
}

function labelsIn(expression: string): readonly string[] {
  const matched = [...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside = '']) =>
    [...inside.matchAll(/(\w+)=~?"/g)].map(([, label = '']) => label),
  );
  const grouped = [...expression.matchAll(/\b(?:by|on) ?\(([^)]*)\)/g)].flatMap(([, inside = '']) =>
    inside.split(', '),
  );
  return [...matched, ...grouped].filter((label) => label !== '');
}

describe('queries', () => {
  test.each(queries)('$name names metrics and labels that there are', ({ expression, legend }) => {
    const metrics = metricsIn(expression);
    expect(metrics).not.toEqual([]);
    expect(metrics.filter((metric) => !labelsOf.has(metric))).toEqual([]);
    const labels = [...metrics.flatMap((metric) => labelsOf.get(metric) ?? []), ...added];
    const named = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
    expect([...labelsIn(expression), ...named].filter((label) => !labels.includes(label))).toEqual([]);
  });

  test.each(queries)('$name names only variables of its dashboard', ({ expression, dashboard }) => {
    const named = [...expression.matchAll(/\$([a-z]+)/g)].map(([, name = '']) => name);
    const variables = dashboard.variables.map(({ name }) => name);
    expect(named.filter((name) => !variables.includes(name))).toEqual([]);
  });

  test('are read as they are meant', () => {
    const query = 'sum by(a, le) (rate(some_bucket{b="x y",c=~"z"}[5m])) and on(job) other > 0';
    expect(metricsIn(query)).toEqual(['some_bucket', 'other']);
    expect(labelsIn(query)).toEqual(['b', 'c', 'a', 'le', 'job']);
  });
});

describe('panels', () => {
  test.each(panels)('%s says what it shows', (_, { title, description, queries: asked }) => {
    expect(title).toMatch(/^[A-Z]/);
    expect(description).toMatch(/^[A-Z].{20,}\.$/);
    expect(asked.length).toBeGreaterThan(0);
  });

  test('have names of their own', () => {
    const names = panels.map(([name]) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  const shown = panels.filter(([, { kind }]) => kind === 'table');

  test.each(shown)('%s has a column for each label', (_, { queries: asked, columns = {} }) => {
    for (const { expression } of asked)
      expect([...new Set(labelsIn(expression))].sort()).toEqual(Object.keys(columns).sort());
  });
});

describe('printed', () => {
  const documents = dashboardFormats.flatMap((format) =>
    dashboardTable.map((dashboard) => [format, dashboard] as const),
  );

  test.each(documents)('for %s: every query of $name', (format, dashboard) => {
    // the ConfigMap has JSON in a text
    const document: { data?: Readonly<Record<string, string>> } = JSON.parse(
      JSON.stringify(printDashboard(dashboard, format)),
    );
    const texts = format === 'openshift' ? Object.values(document.data ?? {}) : [JSON.stringify(document)];
    expect(texts.map((text) => typeof JSON.parse(text))).toEqual(['object']);
    const printed = JSON.stringify(JSON.parse(texts[0] ?? ''));
    for (const { name, expression, dashboard: of } of queries)
      expect([name, printed.includes(JSON.stringify(expression))]).toEqual([name, of === dashboard]);
  });

  test.each(dashboardTable)('$name: no panel of Grafana covers another', (dashboard) => {
    const places = gridOf(JSON.parse(JSON.stringify(printDashboard(dashboard, 'grafana'))));
    const taken = new Set<string>();
    for (const { x, y, w, h } of places)
      for (let column = x; column < x + w; column++)
        for (let line = y; line < y + h; line++) {
          expect(column).toBeLessThan(24);
          expect(taken.has(`${column} ${line}`)).toBe(false);
          taken.add(`${column} ${line}`);
        }
  });
});

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

function gridOf({ panels: all }: { panels: readonly { gridPos: Place }[] }): readonly Place[] {
  return all.map(({ gridPos }) => gridPos);
}

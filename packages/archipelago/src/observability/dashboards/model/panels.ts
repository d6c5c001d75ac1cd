import type { Panel, Query } from './dashboard.ts';

type Given = Omit<Panel, 'kind' | 'unit' | 'width' | 'queries'> &
  Partial<Pick<Panel, 'unit' | 'width'>> & { readonly show: readonly Query[] | string };

/** One number, large. */
export function stat(given: Given): Panel {
  return panel('stat', 2, given);
}

/** Lines over time. */
export function timeSeries(given: Given): Panel {
  return panel('time-series', 6, given);
}

/** What is so now: a line for each set of labels, a column for each label and query. */
export function table(given: Given): Panel {
  return panel('table', 6, given);
}

/** States over time: a line for each series. */
export function statusHistory(given: Given): Panel {
  return panel('status-history', 6, given);
}

function panel(kind: Panel['kind'], usual: Panel['width'], { show, unit, width, ...rest }: Given): Panel {
  const queries = typeof show === 'string' ? [{ expression: show, legend: rest.title }] : show;
  return { ...rest, kind, unit: unit ?? 'number', width: width ?? usual, queries };
}

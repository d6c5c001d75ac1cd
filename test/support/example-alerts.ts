import type { Alert, AlertExample } from '../../packages/archipelago/src/observability/alerts/alert.ts';
import {
  type ActiveAlert,
  nextAlerts,
} from '../../packages/archipelago/src/observability/alerts/alert-states.ts';
import { reachOf } from '../../packages/archipelago/src/observability/alerts/expression.ts';
import {
  remember,
  type SeriesHistory,
} from '../../packages/archipelago/src/observability/alerts/series-history.ts';
import { looksAt } from './promtool-series.ts';

/** What fires at each minute of an example by our own evaluation. */
export function exampleAlerts(alert: Alert, { series }: AlertExample): readonly (readonly ActiveAlert[])[] {
  let history: SeriesHistory = [];
  let active: readonly ActiveAlert[] = [];
  return looksAt(series).map((look) => {
    history = remember(history, look, reachOf(alert.expression));
    active = nextAlerts([alert], active, history, look.at);
    return active.filter(({ state }) => state === 'firing');
  });
}

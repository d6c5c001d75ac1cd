import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  listAt,
  objectAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import { alertTable } from '../../../observability/alert-table.ts';
import type { Alert } from '../../../observability/alerts/alert.ts';
import { fillText } from '../../../observability/alerts/fill-text.ts';
import { printPromql } from '../../../observability/alerts/print-promql.ts';
import { UnreachableError } from '../../cluster/unreachable-error.ts';
import { type Endpoint, getJson } from './get-json.ts';
import type { ShownAlert } from './shown-alert.ts';

/** What was found, and what has to be known about it. */
interface Found {
  readonly alerts: readonly ShownAlert[];
  readonly notes: readonly string[];
}

/**
 * Asks a Prometheus, or the operator itself, which answers the same question about its own alerts. A Prometheus that does not know our rules is
 * asked what their expressions come to now.
 */
export async function askEndpoint(endpoint: Endpoint): Promise<Found> {
  const rules = await getJson(endpoint, '/api/v1/rules', { type: 'alert' });
  const loaded = rules.status === 404 ? undefined : alertsIn(dataOf(rules, endpoint));
  const known = (name: string) => loaded === undefined || loaded.has(name);
  const active = dataOf(await getJson(endpoint, '/api/v1/alerts'), endpoint);
  const told = objectsAt(active, 'alerts').flatMap((each) => shownAlert(each) ?? []);
  const missing = alertTable.filter(({ name }) => !known(name));
  const asked = await Promise.all(missing.map((alert) => askExpression(endpoint, alert)));
  const note =
    'this Prometheus does not have the rules of the operator: what holds now is shown, and nobody knows since when (archipelago alerts rules prints them)';
  return {
    alerts: [...told.filter(({ name }) => known(name)), ...asked.flat()],
    notes: missing.length === 0 ? [] : [note],
  };
}

/** The data of an answer of Prometheus' API. */
function dataOf({ status, body }: Awaited<ReturnType<typeof getJson>>, { url }: Endpoint): JsonObject {
  const data = isJsonObject(body) && body.status === 'success' ? body.data : undefined;
  if (isJsonObject(data)) return data;
  const why = isJsonObject(body) ? textAt(body, 'error') : '';
  const hint = status === 401 || status === 403 ? '; --token-file names a file with a token' : '';
  throw new UnreachableError(`${url.origin}: answers ${status}${why === '' ? '' : `: ${why}`}${hint}`);
}

function alertsIn(data: JsonObject): ReadonlySet<string> {
  const groups = objectsAt(data, 'groups');
  return new Set(groups.flatMap((group) => objectsAt(group, 'rules')).map((rule) => textAt(rule, 'name')));
}

function shownAlert(each: JsonObject): ShownAlert | undefined {
  const labels = textsIn(objectAt(each, 'labels'));
  const { alertname = '', severity = '', ...others } = labels;
  const alert = alertTable.find((one) => one.name === alertname && one.severity === severity);
  if (alert === undefined) return undefined;
  return {
    ...{ name: alertname, severity: alert.severity, labels: others, since: textAt(each, 'activeAt') },
    state: textAt(each, 'state') === 'firing' ? 'firing' : 'pending',
    message: fillText(`${alert.summary}. ${alert.description}`, {
      labels: others,
      value: Number(textAt(each, 'value')),
    }),
  };
}

async function askExpression(endpoint: Endpoint, alert: Alert): Promise<readonly ShownAlert[]> {
  const query = printPromql(alert.expression);
  const data = dataOf(await getJson(endpoint, '/api/v1/query', { query }), endpoint);
  return listAt(data, 'result')
    .filter(isJsonObject)
    .map((each): ShownAlert => {
      const { __name__, ...labels } = textsIn(objectAt(each, 'metric'));
      const value = numberIn(each.value);
      return {
        ...{ name: alert.name, severity: alert.severity, labels, since: undefined },
        state: alert.for === 0 ? 'firing' : 'pending',
        message: fillText(`${alert.summary}. ${alert.description}`, { labels, value }),
      };
    });
}

/** Of a sample: time and value. */
function numberIn(sample: JsonValue | undefined): number {
  return Array.isArray(sample) ? Number(sample[1]) : Number.NaN;
}

function textsIn(object: JsonObject | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(object ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

import { type Clock, isKubernetesObject, type JsonObject, objectAt, sleep } from '@archipelago/apimachinery';
import type { EventRecorder } from '@archipelago/kube-client';
import { alertTable } from '../../observability/alert-table.ts';
import { type ActiveAlert, identity, nextAlerts } from '../../observability/alerts/alert-states.ts';
import { reachOf, selectorsIn } from '../../observability/alerts/expression.ts';
import { quickened } from '../../observability/alerts/quickened.ts';
import { type Look, remember, type SeriesHistory } from '../../observability/alerts/series-history.ts';
import {
  bySeverity,
  parseToldAlerts,
  type ToldAlert,
  toldAlert,
} from '../../observability/alerts/told-alert.ts';
import { type MetricKey, metricTable } from '../../observability/metric-table.ts';
import type { MetricValues } from '../../observability/metric-values.ts';
import type { AlertChoices } from '../options/alert-choices.ts';

export interface AlertRoundsOptions {
  readonly choices: AlertChoices;
  readonly recorder: EventRecorder;
  readonly metrics: MetricValues;
  readonly clock: Clock;
  /** Brings gauges up to date that nobody counts. */
  readonly refresh: () => void;
  /** The HyperConverged; undefined: there is none. */
  readonly about: () => JsonObject | undefined;
  /** What events are about while there is no HyperConverged. */
  readonly otherwise: JsonObject;
  /** What is to be told in the status has changed. */
  readonly onChange: () => void;
  /** The cluster has been read, as far as it can be. */
  readonly isReady: () => boolean;
  /** The operator's, for commands. */
  readonly namespace: string;
  readonly onProblem: (message: string) => void;
}

/**
 * Looks at the alerts as a Prometheus would, while this process leads, and tells what begins and what ends: so that a cluster without a
 * Prometheus has them, too. It reads the metrics in memory and asks nobody.
 */
export class AlertRounds {
  readonly #options: AlertRoundsOptions;
  readonly #alerts;
  readonly #reach: number;
  readonly #keys: readonly MetricKey[];
  #history: SeriesHistory = [];
  /** What was told before this process led, and since when it leads. */
  #carried: { readonly alerts: readonly ActiveAlert[]; readonly since: number } = { alerts: [], since: 0 };
  #active: readonly ActiveAlert[] = [];
  /** Those that are told. */
  #news: readonly ActiveAlert[] = [];
  #hasLooked = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: AlertRoundsOptions) {
    this.#options = options;
    this.#alerts = quickened(
      alertTable.filter(({ seenFrom }) => seenFrom !== 'outside'),
      options.choices.speed,
    );
    this.#reach = Math.max(...this.#alerts.map(({ expression }) => reachOf(expression)));
    const names = new Set(
      this.#alerts.flatMap(({ expression }) => selectorsIn(expression)).map(({ metric }) => metric),
    );
    this.#keys = metricKeys().filter((key) => names.has(metricTable[key].name));
  }

  /** Goes on until the signal ends it; another process goes on then. */
  lead(signal: AbortSignal): void {
    this.#running = this.#rounds(signal);
  }

  /** Pending and firing ones; undefined: nobody has looked yet, for another process leads. */
  active(): readonly ActiveAlert[] | undefined {
    return this.#hasLooked ? this.#active : undefined;
  }

  /** What fires, the most serious first; undefined: nobody has looked yet. */
  told(): readonly ToldAlert[] | undefined {
    if (!this.#hasLooked) return undefined;
    return bySeverity(this.#news.flatMap((each) => toldAlert(this.#alerts, each) ?? []));
  }

  stop(): Promise<void> {
    return this.#running;
  }

  async #rounds(signal: AbortSignal): Promise<void> {
    const { clock, choices, metrics, onProblem, isReady } = this.#options;
    let step = (now: number) => this.#begin(now);
    while (!signal.aborted) {
      try {
        step(clock.now() / 1_000);
        if (isReady()) step = (now) => this.#look(now);
      } catch (error) {
        onProblem(`alerts could not be looked at: ${error instanceof Error ? error.message : String(error)}`);
      }
      await sleep(clock, this.#hasLooked ? choices.everyMs : Math.min(choices.everyMs, beginMs), signal);
    }
    [this.#active, this.#news, this.#history] = [[], [], []];
    this.#hasLooked = false;
    metrics.replace('alerts', []);
  }

  /**
   * What this process counted in an earlier term is nothing that happens now, so that the first sight of the term stands for the time before it.
   * Whoever led before has told alerts: since when they fire stays. The status is read by the time the cluster is.
   */
  #begin(now: number): void {
    if (this.#history.length === 0) this.#history = this.#before(now);
    const status = objectAt(this.#options.about(), 'status');
    this.#news = parseToldAlerts(status?.alerts).map(({ name, severity, labels, since }) => ({
      ...{ name, severity, labels, since: Date.parse(since) / 1_000 },
      ...{ state: 'firing', value: 0 },
    }));
    this.#active = this.#news;
    this.#carried = { alerts: this.#news, since: now };
  }

  #before(now: number): SeriesHistory {
    const steps = Math.ceil(this.#reach / stepSeconds);
    const { metrics } = this.#see(now);
    return Array.from({ length: steps }, (_, index) => ({
      metrics,
      at: now - (steps - index) * stepSeconds,
    }));
  }

  #look(now: number): void {
    const { metrics, refresh, onChange } = this.#options;
    refresh();
    this.#history = remember(this.#history, this.#see(now), this.#reach);
    const seen = nextAlerts(this.#alerts, this.#active, this.#history, now);
    this.#active = [...seen, ...without(this.#stillCarried(now), seen)];
    metrics.replace('alerts', samplesOf(this.#active));
    const told = this.#news;
    this.#news = this.#worthTelling(told, now);
    const [begun, ended] = [without(this.#news, told), without(told, this.#news)];
    for (const alert of begun) this.#tell(alert);
    for (const alert of ended) this.#tellEnd(alert);
    const isFirst = !this.#hasLooked;
    this.#hasLooked = true;
    if (isFirst || begun.length + ended.length > 0) onChange();
  }

  /** Of what others told, that of which nothing is known yet: no series that it is about has come since, and it may take a while. */
  #stillCarried(now: number): readonly ActiveAlert[] {
    const { alerts, since } = this.#carried;
    return alerts.filter((carried) => {
      const alert = this.#alerts.find(
        (one) => one.name === carried.name && one.severity === carried.severity,
      );
      if (alert === undefined || now - since > alert.for + reachOf(alert.expression) + settleSeconds)
        return false;
      const look = this.#history.at(-1);
      const isKnown = ({ metric }: { readonly metric: string }) =>
        (look?.metrics.get(metric) ?? []).length > 0;
      return !selectorsIn(alert.expression).some(isKnown);
    });
  }

  /** What fires and was told already, or has fired for long enough. */
  #worthTelling(told: readonly ActiveAlert[], now: number): readonly ActiveAlert[] {
    const wait = this.#options.choices.tellAfterMs / 1_000;
    const known = new Set(told.map(identity));
    const lasts = new Map(this.#alerts.map((alert) => [`${alert.name} ${alert.severity}`, alert.for]));
    return this.#active.filter((each) => {
      const firedFor = now - each.since - (lasts.get(`${each.name} ${each.severity}`) ?? 0);
      return each.state === 'firing' && (known.has(identity(each)) || firedFor >= wait);
    });
  }

  #see(at: number): Look {
    const { metrics } = this.#options;
    return { at, metrics: new Map(this.#keys.map((key) => [metricTable[key].name, metrics.samples(key)])) };
  }

  #tell(active: ActiveAlert): void {
    const told = toldAlert(this.#alerts, active);
    if (told === undefined) return;
    const type = told.severity === 'info' ? 'Normal' : 'Warning';
    this.#record(
      type,
      told.name,
      `${told.message} (archipelago runbook ${told.name} -n ${this.#options.namespace})`,
    );
  }

  #tellEnd({ name, labels }: ActiveAlert): void {
    const of = Object.values(labels).join(' ');
    this.#record('Normal', `${name}Resolved`, `${name} no longer fires${of === '' ? '' : `: ${of}`}`);
  }

  #record(type: 'Normal' | 'Warning', reason: string, message: string): void {
    const { about, otherwise, recorder } = this.#options;
    const object = about() ?? otherwise;
    if (isKubernetesObject(object)) recorder.record({ about: object, type, reason, message });
  }
}

function metricKeys(): readonly MetricKey[] {
  return Object.keys(metricTable).filter((key): key is MetricKey => key in metricTable);
}

/** Until the cluster has been read. */
const beginMs = 500;
/** Less than the time for which a look stands. */
const stepSeconds = 240;
/** As long as it takes until a process that has begun to lead has looked at everything, the doctor's two rounds included. */
const settleSeconds = 900;

function without(some: readonly ActiveAlert[], others: readonly ActiveAlert[]): readonly ActiveAlert[] {
  const known = new Set(others.map(identity));
  return some.filter((each) => !known.has(identity(each)));
}

function samplesOf(active: readonly ActiveAlert[]) {
  const counts = new Map<string, { labels: Readonly<Record<string, string>>; value: number }>();
  for (const { name, state, severity } of active) {
    const key = `${name} ${state} ${severity}`;
    const value = (counts.get(key)?.value ?? 0) + 1;
    counts.set(key, { labels: { alertname: name, alertstate: state, severity }, value });
  }
  return [...counts.values()];
}

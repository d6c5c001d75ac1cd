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

  /** Pending and firing ones. */
  active(): readonly ActiveAlert[] {
    return this.#active;
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
    const { clock, choices, metrics } = this.#options;
    [this.#history, this.#active, this.#news] = [[], [], []];
    this.#hasLooked = false;
    while (!signal.aborted) {
      if (this.#knowsConfiguration()) this.#look(clock.now() / 1_000);
      await sleep(clock, choices.everyMs, signal);
    }
    [this.#active, this.#news, this.#hasLooked] = [[], [], false];
    metrics.replace('alerts', []);
  }

  /** Before the first pass nothing is shown that alerts could be about. */
  #knowsConfiguration(): boolean {
    return this.#options.metrics.samples('hyperConvergedExists').length > 0;
  }

  #look(now: number): void {
    const { metrics, refresh, onChange } = this.#options;
    refresh();
    const others = this.#hasLooked ? [] : this.#toldByOthers();
    const before = this.#hasLooked ? this.#active : others;
    const told = this.#hasLooked ? this.#news : others;
    this.#history = remember(this.#history, this.#see(now), this.#reach);
    this.#active = nextAlerts(this.#alerts, before, this.#history, now);
    metrics.replace('alerts', samplesOf(this.#active));
    const isFirst = !this.#hasLooked;
    this.#hasLooked = true;
    this.#news = this.#worthTelling(told, now);
    const [begun, ended] = [without(this.#news, told), without(told, this.#news)];
    for (const alert of begun) this.#tell(alert);
    for (const alert of ended) this.#tellEnd(alert);
    if (isFirst || begun.length + ended.length > 0) onChange();
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

  /** Since when they fire is kept by whoever led before. */
  #toldByOthers(): readonly ActiveAlert[] {
    const status = objectAt(this.#options.about(), 'status');
    return parseToldAlerts(status?.alerts).map(({ name, severity, labels, since }) => ({
      ...{ name, severity, labels, since: Date.parse(since) / 1_000 },
      ...{ state: 'firing', value: 0 },
    }));
  }

  #see(at: number): Look {
    const { metrics } = this.#options;
    return { at, metrics: new Map(this.#keys.map((key) => [metricTable[key].name, metrics.samples(key)])) };
  }

  #tell(active: ActiveAlert): void {
    const told = toldAlert(this.#alerts, active);
    if (told === undefined) return;
    const type = told.severity === 'info' ? 'Normal' : 'Warning';
    this.#record(type, told.name, `${told.message} (archipelago runbook ${told.name})`);
  }

  #tellEnd({ name, labels }: ActiveAlert): void {
    const of = Object.values(labels).join(' ');
    this.#record('Normal', `${name}Resolved`, `no longer so${of === '' ? '' : `: ${of}`}`);
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

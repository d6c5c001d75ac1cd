import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../../test/support/fake-clock.ts';
import { createMetricValues } from '../../observability/metric-values.ts';
import { usualAlerts } from '../options/alert-choices.ts';
import { AlertRounds } from './alert-rounds.ts';

const hyperConverged: JsonObject = {
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: { name: 'kubevirt-hyperconverged', namespace: 'here' },
};
const gate = 'HCOMultiArchGoldenImagesDisabled';
const minute = 60_000;

/** An operator that leads and shows metrics; it looks every fifteen seconds. */
function post(first: JsonObject = hyperConverged) {
  const [clock, metrics] = [new FakeClock(), createMetricValues()];
  const told: string[] = [];
  let about: JsonObject | undefined = first;
  let changes = 0;
  let isReady = true;
  const rounds = new AlertRounds({
    ...{ clock, metrics, choices: usualAlerts },
    recorder: {
      record: ({ about: object, type, reason }) => told.push(`${object.kind} ${type} ${reason}`),
      dropped: () => 0,
      flush: async () => {},
      stop: () => {},
    },
    refresh: () => undefined,
    about: () => about,
    otherwise: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'operator', namespace: 'here' },
    },
    onChange: () => {
      changes += 1;
    },
    isReady: () => isReady,
    namespace: 'here',
    onProblem: (message) => told.push(message),
  });
  const term = new AbortController();
  const show = (key: Parameters<typeof metrics.replace>[0], value?: number) =>
    metrics.replace(key, value === undefined ? [] : [{ labels: {}, value }]);
  return {
    ...{ rounds, metrics, told, clock, term, show },
    changes: () => changes,
    ready: (is: boolean, status?: JsonObject) => {
      isReady = is;
      if (status !== undefined) about = { ...hyperConverged, status };
    },
    configure(exists: number) {
      about = exists === 1 ? hyperConverged : undefined;
      show('hyperConvergedExists', exists);
    },
    lead: () => rounds.lead(term.signal),
    names: () => rounds.told()?.map(({ name }) => name),
  };
}

describe('the rounds of alerts', () => {
  it('are not known to a process that does not lead', async () => {
    const { lead, clock, names, rounds, term } = post();
    expect([names(), rounds.active()]).toEqual([undefined, undefined]);
    lead();
    await clock.advance(1_000);
    expect([names(), rounds.active()]).toEqual([[], []]);
    term.abort();
    await rounds.stop();
    expect([names(), rounds.active()]).toEqual([undefined, undefined]);
  });

  it('read what others told when the cluster has been read, and miss nothing that was counted meanwhile', async () => {
    const { lead, clock, names, told, metrics, ready, rounds } = post();
    ready(false);
    lead();
    await clock.advance(2_000);
    expect(rounds.active()).toBeUndefined();
    metrics.add('outOfBandModifications', { component_name: 'kubevirt-kubevirt-hyperconverged' });
    const since = '2020-01-01T00:00:00.000Z';
    ready(true, { alerts: [{ name: gate, severity: 'warning', labels: {}, since }] });
    await clock.advance(minute);
    expect(names()).toEqual([gate, 'KubeVirtCRModified']);
    expect(told).toEqual(['HyperConverged Warning KubeVirtCRModified']);
  });

  it('go on where something throws', async () => {
    const { lead, show, clock, told, names, metrics } = post();
    const samples = metrics.samples;
    metrics.samples = () => {
      throw new Error('odd');
    };
    show('multiArchitectureEnabled', 0);
    lead();
    await clock.advance(1_000);
    metrics.samples = samples;
    await clock.advance(5 * minute);
    expect([told[0], names()]).toEqual(['alerts could not be looked at: odd', [gate]]);
  });

  it('tell nothing that is gone half a minute later', async () => {
    const { lead, show, clock, names, told, rounds, configure } = post();
    configure(1);
    lead();
    await clock.advance(minute);
    show('multiArchitectureEnabled', 0);
    await clock.advance(20_000);
    expect([names(), told, rounds.active()?.length]).toEqual([[], [], 1]);
    show('multiArchitectureEnabled', 1);
    await clock.advance(5 * minute);
    expect([names(), told]).toEqual([[], []]);
  });

  it('tell what begins and what ends, once', async () => {
    const { lead, show, clock, names, told, metrics, changes, configure } = post();
    configure(1);
    show('multiArchitectureEnabled', 0);
    lead();
    await clock.advance(5 * minute);
    expect([names(), told, changes()]).toEqual([[gate], [`HyperConverged Warning ${gate}`], 2]);
    expect(metrics.samples('alerts')).toEqual([
      { labels: { alertname: gate, alertstate: 'firing', severity: 'warning' }, value: 1 },
    ]);
    show('multiArchitectureEnabled', 1);
    await clock.advance(5 * minute);
    expect([names(), told.slice(1), changes()]).toEqual([[], [`HyperConverged Normal ${gate}Resolved`], 3]);
    expect(metrics.samples('alerts')).toEqual([]);
  });

  it('wait as long as the alert says, and tell of the operator while there is no HyperConverged', async () => {
    const { lead, clock, names, told, rounds, configure } = post();
    configure(0);
    lead();
    await clock.advance(59 * minute);
    expect([names(), rounds.active()?.[0]?.state, told]).toEqual([[], 'pending', []]);
    await clock.advance(2 * minute);
    expect([names(), told]).toEqual([
      ['HCOInstallationIncomplete'],
      ['Deployment Normal HCOInstallationIncomplete'],
    ]);
    configure(1);
    await clock.advance(minute);
    expect(names()).toEqual([]);
  });

  it('go on with what another process told: it is no news, and its beginning stays', async () => {
    const since = '2020-01-01T00:00:00.000Z';
    const alerts = [{ name: gate, severity: 'warning', labels: {}, since, message: '' }, { name: 'Odd' }, 7];
    const { lead, show, clock, told, rounds } = post({ ...hyperConverged, status: { alerts } });
    show('hyperConvergedExists', 1);
    show('multiArchitectureEnabled', 0);
    lead();
    await clock.advance(minute);
    expect(told).toEqual([]);
    expect(rounds.told()).toMatchObject([{ name: gate, since }]);
  });

  it('keep what another process told until it is known: metrics come with the first passes', async () => {
    const since = '2020-01-01T00:00:00.000Z';
    const alerts = [
      { name: 'ArchipelagoDoctorCritical', severity: 'critical', labels: { code: 'VD301' }, since },
    ];
    const { lead, clock, told, names, metrics } = post({ ...hyperConverged, status: { alerts } });
    lead();
    await clock.advance(10 * minute);
    expect([told, names()]).toEqual([[], ['ArchipelagoDoctorCritical']]);
    metrics.replace('doctorFindings', [{ labels: { code: 'VD302', severity: 'warning' }, value: 1 }]);
    await clock.advance(minute);
    expect([told, names()]).toEqual([['HyperConverged Normal ArchipelagoDoctorCriticalResolved'], []]);
  });

  it('what was counted in an earlier term is nothing new', async () => {
    const { lead, clock, names, metrics } = post();
    metrics.add('outOfBandModifications', { component_name: 'kubevirt-kubevirt-hyperconverged' });
    lead();
    await clock.advance(15 * minute);
    expect(names()).toEqual([]);
  });

  it('end with the leadership, and leave what is told to who leads next', async () => {
    const { lead, show, clock, names, told, term, metrics, rounds } = post();
    show('hyperConvergedExists', 1);
    show('multiArchitectureEnabled', 0);
    lead();
    await clock.advance(minute);
    term.abort();
    await rounds.stop();
    expect([names(), told.length, metrics.samples('alerts')]).toEqual([undefined, 1, []]);
  });

  it('an operand that is changed by hand fires for ten minutes', async () => {
    const { lead, show, clock, names, metrics } = post();
    show('hyperConvergedExists', 1);
    lead();
    await clock.advance(minute);
    metrics.add('outOfBandModifications', { component_name: 'kubevirt-kubevirt-hyperconverged' });
    await clock.advance(9 * minute);
    expect(names()).toEqual(['KubeVirtCRModified']);
    await clock.advance(2 * minute);
    expect(names()).toEqual([]);
  });
});

import type { Alert } from '../alert.ts';
import { compare, series } from '../expression.ts';

const gauge = 'archipelago_leader';

/** No process leads, or nobody can scrape the one that does. */
export const archipelagoOperatorDown: Alert = {
  name: 'ArchipelagoOperatorDown',
  expression: { is: 'absent', of: compare(series(gauge), '==', 1) },
  for: 300,
  severity: 'critical',
  impact: 'critical',
  summary: 'No operator leads',
  description:
    'Nobody reconciles: settings are not carried out, drift is not reverted. Look at the pods of the operator; where they are well, at how they are scraped.',
  origin: 'ours',
  seenFrom: 'outside',
  runbook: {
    meaning:
      'No process of the operator has told for five minutes that it leads: none runs, none gets the lease, or Prometheus cannot scrape it.',
    impact:
      'Virtual machines go on. Changes of the HyperConverged are not carried out, and with the webhook in place some are refused.',
    diagnosis: [
      {
        say: 'See whether its pods run.',
        run: 'kubectl get deployment archipelago-operator -n {namespace}',
        prints: 'NAME READY UP-TO-DATE AVAILABLE AGE archipelago-operator ...',
      },
      {
        say: 'See who holds the lease, and since when.',
        run: 'kubectl get lease -n {namespace}',
        prints: 'NAME HOLDER AGE ...',
      },
    ],
    mitigations: [
      {
        title: 'Start it',
        steps: [
          {
            say: 'Where somebody has scaled it to none.',
            run: 'kubectl scale deployment archipelago-operator -n {namespace} --replicas=2',
            prints: 'deployment.apps/archipelago-operator scaled',
          },
        ],
      },
      {
        title: 'Let Prometheus scrape it',
        when: 'the pods are well',
        steps: [
          {
            say: 'The account of Prometheus needs the ClusterRole archipelago-operator-metrics-reader, and the ServiceMonitor has to be one that it reads. `archipelago manifests --image IMAGE --monitoring` prints both; `--monitoring-account` names the account. A Prometheus that reads only objects with a certain label wants it on the ServiceMonitor and the PrometheusRule, too: `kubectl label -n {namespace} servicemonitor/archipelago-operator prometheusrule/archipelago-operator-rules release=NAME`.',
          },
        ],
      },
    ],
  },
  examples: [
    { does: 'fires when the leader goes', series: { [gauge]: '1x3 0x8' }, at: { 3: [], 8: [], 10: [{}] } },
    { does: 'fires when nobody is scraped', series: { other: '1x10' }, at: { 6: [{}] } },
    {
      does: 'ends when another leads',
      series: { [`${gauge}{pod="a"}`]: '0x20', [`${gauge}{pod="b"}`]: '0x9 1x10' },
      at: { 4: [], 8: [{}], 11: [] },
    },
    {
      does: 'keeps quiet while one of two leads, and while the lease changes hands',
      series: { [`${gauge}{pod="a"}`]: '1x5 0x15', [`${gauge}{pod="b"}`]: '0x9 1x11' },
      at: { 4: [], 9: [], 18: [] },
    },
  ],
};

/** Prometheus' own series of who it scrapes. */
const scraped = 'up';

/**
 * The name that SSP's operator has for it: where we play its part, ours is down. Where an operator of SSP is there, scraped well or not, it keeps the
 * boot sources, and has an alert of this name of its own.
 */
export const sspDown: Alert = {
  ...archipelagoOperatorDown,
  name: 'SSPDown',
  expression: {
    is: 'unless',
    left: archipelagoOperatorDown.expression,
    right: series(scraped, { pod: '/ssp-operator.*/' }),
    on: [],
  },
  summary: 'Nobody keeps the boot sources',
  description:
    'No operator leads, and where there is no SSP it is the one that makes DataImportCrons and DataSources.',
  origin: 'ours',
  examples: [
    ...archipelagoOperatorDown.examples,
    {
      does: 'leaves it to SSP where its operator is there',
      series: { [gauge]: '1x3 0x12', [`${scraped}{pod="ssp-operator-1"}`]: '1x9 0x6' },
      at: { 3: [], 10: [], 14: [] },
    },
  ],
};

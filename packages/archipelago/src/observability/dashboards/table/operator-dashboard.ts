import type { Dashboard, Row } from '../model/dashboard.ts';
import { stat, table, timeSeries } from '../model/panels.ts';
import { ageOf, greatest, of, orZero, perHour, quantile, ratePer } from '../model/query.ts';
import { apiRow, processRow } from './operator-rows.ts';

const lately = { share: 0.99, within: '5m' } as const;

const now: Row = {
  title: 'Now',
  panels: [
    stat({
      id: 'leaders',
      title: 'Leaders',
      description: 'Processes that lead. None: nothing is reconciled. It is one, whatever the replicas.',
      show: `sum(${of('leader')})`,
      thresholds: [
        { from: 0, colour: 'red' },
        { from: 1, colour: 'green' },
        { from: 2, colour: 'red' },
      ],
    }),
    stat({
      id: 'failing',
      title: 'Controllers that fail',
      description: 'Controllers whose last pass left something undone. The log of the operator says what.',
      show: orZero(`count(${greatest('reconcileFailingSince', ['controller'])})`),
      thresholds: [{ from: 1, colour: 'red' }],
    }),
    stat({
      id: 'others',
      title: 'Other operators',
      description:
        'Deployments of another operator of HyperConvergeds. While there is any, nothing is written.',
      show: greatest('otherOperators', []),
      thresholds: [{ from: 1, colour: 'red' }],
    }),
    stat({
      id: 'certificate',
      title: 'Certificates end in',
      description: 'The one that ends first, whoever renews it. Empty where none is served.',
      unit: 'seconds',
      width: 3,
      show: `min(${of('certificateExpiry')}) - time()`,
      thresholds: [
        { from: 0, colour: 'red' },
        { from: 2 * 86_400, colour: 'green' },
      ],
    }),
    stat({
      id: 'dropped',
      title: 'Series left out',
      description: 'Series for which a metric had no room: what is shown here is not everything.',
      width: 3,
      show: orZero(`sum(${of('seriesDropped')})`),
      thresholds: [{ from: 1, colour: 'yellow' }],
    }),
    table({
      id: 'alerts',
      title: 'Alerts',
      description:
        'Alerts of the operator that are pending or fire. `archipelago runbook NAME` says what to do.',
      show: [{ expression: greatest('alerts', ['alertname', 'alertstate', 'severity']), legend: 'how many' }],
      columns: { alertname: 'alert', alertstate: 'state', severity: 'severity' },
    }),
    table({
      id: 'doctor',
      title: 'Findings of the doctor',
      description:
        'By check and severity; empty where nobody asks it. `archipelago doctor explain CODE` says more.',
      show: [{ expression: greatest('doctorFindings', ['code', 'severity']), legend: 'how many' }],
      columns: { code: 'check', severity: 'severity' },
    }),
  ],
};

const reconcile: Row = {
  title: 'Reconciling',
  panels: [
    timeSeries({
      id: 'passes',
      title: 'Passes',
      description: 'By controller and how they ended. Many retry or threw: something cannot be done.',
      unit: 'per-second',
      show: [
        { expression: ratePer('reconciles', ['controller', 'result']), legend: '{{controller}} {{result}}' },
      ],
    }),
    timeSeries({
      id: 'since-good',
      title: 'Since the last pass that left nothing undone',
      description: 'It grows while a controller fails, and while it has nothing to do.',
      unit: 'seconds',
      show: [{ expression: ageOf(greatest('lastReconcile', ['controller'])), legend: '{{controller}}' }],
    }),
    timeSeries({
      id: 'pass-duration',
      title: 'How long passes take',
      description: 'What 99 of 100 passes stayed below.',
      unit: 'seconds',
      show: [{ expression: quantile(lately, 'reconcileDuration', ['controller']), legend: '{{controller}}' }],
    }),
    timeSeries({
      id: 'queue-wait',
      title: 'How long passes wait',
      description: 'What 99 of 100 passes waited for the one before them.',
      unit: 'seconds',
      show: [{ expression: quantile(lately, 'queueWait', ['controller']), legend: '{{controller}}' }],
    }),
    timeSeries({
      id: 'actions',
      title: 'Actions of the last plan',
      description: 'What a controller had to do, by kind. Where nothing changes it comes down to nothing.',
      width: 12,
      show: [
        { expression: greatest('planActions', ['controller', 'kind']), legend: '{{controller}} {{kind}}' },
      ],
    }),
  ],
};

const drift: Row = {
  title: 'Drift',
  panels: [
    timeSeries({
      id: 'drift',
      title: 'Fields put back within an hour',
      description:
        'Fields of operands that somebody had changed. The same one again and again: two fight over it.',
      show: [
        {
          expression: `${perHour('drift', ['component_name', 'field'])} > 0`,
          legend: '{{component_name}} {{field}}',
        },
      ],
    }),
    timeSeries({
      id: 'foreign-changes',
      title: 'Foreign changes within an hour',
      description: 'Changes of operands that were reverted, by operand; KubeVirtCRModified fires over it.',
      width: 4,
      show: [
        { expression: perHour('outOfBandModifications', ['component_name']), legend: '{{component_name}}' },
      ],
    }),
    stat({
      id: 'unsafe',
      title: 'Operations in jsonpatch annotations',
      description: 'Changes of operands that nobody supports, from annotations of the HyperConverged.',
      show: orZero(`sum(${greatest('unsafeModifications', ['annotation_name'])})`),
      thresholds: [{ from: 1, colour: 'yellow' }],
    }),
  ],
};

/** How the operator itself is. */
export const operatorDashboard: Dashboard = {
  name: 'archipelago-operator',
  title: 'Archipelago / Operator: reconcile health, drift, API',
  description:
    'Whether the operator does its work, what others change behind its back, and how the API server answers.',
  variables: [],
  rows: [now, reconcile, drift, apiRow, processRow],
};

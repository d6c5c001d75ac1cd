import type { Dashboard, Meaning, Row } from '../model/dashboard.ts';
import { stat, statusHistory, timeSeries } from '../model/panels.ts';
import { ageOf, nameOf, of, orZero, perHour, quantile, total } from '../model/query.ts';

/** As all values of the variable match it. */
const config = '/$config/';

type StateKey = 'buildState' | 'imagePushState';

const buildStates: readonly Meaning[] = [
  { value: 1, text: 'pending', colour: 'grey' },
  { value: 2, text: 'building', colour: 'blue' },
  { value: 3, text: 'succeeded', colour: 'green' },
  { value: 4, text: 'failed', colour: 'red' },
  { value: 5, text: 'interrupted', colour: 'yellow' },
];

const pushStates: readonly Meaning[] = [
  { value: 1, text: 'pushing', colour: 'blue' },
  { value: 2, text: 'succeeded', colour: 'green' },
  { value: 3, text: 'failed', colour: 'red' },
];

/** One number for the state that is 1 among several series. */
function stateOf(key: StateKey, states: readonly Meaning[]): string {
  const each = states.map(({ text, value }) => `${of(key, { config, state: text })} * ${value}`);
  return `max by(config, architecture) (${each.join(' or ')})`;
}

const now: Row = {
  title: 'Newest builds',
  panels: [
    statusHistory({
      id: 'build-state',
      title: 'Builds by architecture',
      description:
        'State of each architecture in the newest build of a MachineOSConfig. `archipelago layering status` says what failed, `archipelago layering logs` shows it.',
      show: [{ expression: stateOf('buildState', buildStates), legend: '{{config}} {{architecture}}' }],
      meanings: buildStates,
    }),
    statusHistory({
      id: 'push-state',
      title: 'Images in the registry',
      description:
        'State of the image of each architecture; without an architecture, of the one that nodes get. It needs all architectures.',
      show: [{ expression: stateOf('imagePushState', pushStates), legend: '{{config}} {{architecture}}' }],
      meanings: pushStates,
    }),
    stat({
      id: 'building',
      title: 'Building now',
      description: 'Architectures of which an image is built.',
      width: 3,
      show: orZero(`sum(${of('buildState', { config, state: 'building' })})`),
    }),
    stat({
      id: 'failed',
      title: 'Failed',
      description: 'Architectures whose newest build failed. Nodes keep the image that they have.',
      width: 3,
      show: orZero(`sum(${of('buildState', { config, state: 'failed' })})`),
      thresholds: [{ from: 1, colour: 'red' }],
    }),
    stat({
      id: 'outdated',
      title: 'Nodes that wait for an image',
      description: 'Nodes whose image is not the current one yet.',
      width: 3,
      show: orZero(`sum(${of('layeringNodes', { config, state: '/Outdated|Updating/' })})`),
      thresholds: [{ from: 1, colour: 'yellow' }],
    }),
    stat({
      id: 'stalled',
      title: 'Rollout without progress for',
      description: 'Since when the counts of nodes are the same while nodes wait; 0 where none does.',
      unit: 'seconds',
      width: 3,
      show: orZero(ageOf(`min(${of('rolloutProgress', { config })})`)),
      thresholds: [
        { from: 1_800, colour: 'yellow' },
        { from: 3_600, colour: 'red' },
      ],
    }),
  ],
};

const history: Row = {
  title: 'Builds over time',
  panels: [
    timeSeries({
      id: 'builds',
      title: 'Builds that ended within an hour',
      description: 'By architecture and how they ended. Images that were there already are left out.',
      show: [
        {
          expression: perHour('builds', ['architecture', 'state'], { config }),
          legend: '{{architecture}} {{state}}',
        },
      ],
    }),
    timeSeries({
      id: 'duration',
      title: 'How long builds take',
      description:
        'What nine of ten builds of the last day stayed below, by architecture. Emulated builds take many times longer than those on a node of the architecture.',
      unit: 'seconds',
      show: [
        {
          expression: quantile({ share: 0.9, within: '1d' }, 'buildDuration', ['architecture'], { config }),
          legend: '{{architecture}}',
        },
      ],
    }),
    timeSeries({
      id: 'retries',
      title: 'Attempts that failed within an hour',
      description: 'Attempts that were followed by another one, by architecture.',
      show: [
        {
          expression: perHour('buildRetries', ['config', 'architecture'], { config }),
          legend: '{{config}} {{architecture}}',
        },
      ],
    }),
    timeSeries({
      id: 'jobs',
      title: 'Jobs created within an hour',
      description: 'Jobs that build or assemble images; those that assemble have no architecture.',
      show: [
        {
          expression: perHour('layeringJobs', ['component', 'architecture']),
          legend: '{{component}} {{architecture}}',
        },
      ],
    }),
  ],
};

const rollout: Row = {
  title: 'Rollout',
  panels: [
    timeSeries({
      id: 'nodes',
      title: 'Nodes by state',
      description: 'What the current image of a MachineOSConfig means for its nodes.',
      show: [
        {
          expression: total('layeringNodes', ['config', 'state'], { config }),
          legend: '{{config}} {{state}}',
        },
      ],
    }),
    timeSeries({
      id: 'evictions',
      title: 'Evictions within an hour',
      description:
        'Pods that were asked to leave nodes, by what became of it. Many that are refused: a disruption budget holds the rollout up.',
      show: [{ expression: perHour('layeringEvictions', ['result']), legend: '{{result}}' }],
    }),
    timeSeries({
      id: 'findings',
      title: 'Findings within an hour',
      description: 'What was news about MachineOSConfigs and their builds, by reason.',
      width: 12,
      show: [{ expression: perHour('layeringFindings', ['reason']), legend: '{{reason}}' }],
    }),
  ],
};

/** Images of node pools: built, pushed, rolled out. */
export const layeringDashboard: Dashboard = {
  name: 'archipelago-layering',
  title: 'Archipelago / Layered builds',
  description:
    'Builds of node images by architecture, what is in the registry, and how far nodes are. Empty while layering is off.',
  variables: [{ name: 'config', title: 'MachineOSConfig', metric: nameOf('buildState'), label: 'config' }],
  rows: [now, history, rollout],
};

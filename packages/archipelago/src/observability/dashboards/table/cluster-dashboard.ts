import type { Dashboard, Meaning, Row } from '../model/dashboard.ts';
import { stat, statusHistory, table, timeSeries } from '../model/panels.ts';
import { greatest, nameOf, of, orZero, ratePer } from '../model/query.ts';

const yesNo: readonly Meaning[] = [
  { value: 1, text: 'yes', colour: 'green' },
  { value: 0, text: 'no', colour: 'red' },
];

const health: Row = {
  title: 'The whole',
  panels: [
    stat({
      id: 'health',
      title: 'Health',
      description: 'What the conditions of the HyperConverged say. Where it is not healthy, they say why.',
      width: 3,
      show: greatest('systemHealth', []),
      meanings: [
        { value: 0, text: 'healthy', colour: 'green' },
        { value: 1, text: 'warning', colour: 'yellow' },
        { value: 2, text: 'error', colour: 'red' },
      ],
    }),
    stat({
      id: 'exists',
      title: 'HyperConverged',
      description: 'Whether there is one. Without it nothing is installed.',
      width: 3,
      show: greatest('hyperConvergedExists', []),
      meanings: [
        { value: 1, text: 'present', colour: 'green' },
        { value: 0, text: 'none', colour: 'yellow' },
      ],
    }),
    stat({
      id: 'multi-architecture',
      title: 'Boot images for each architecture',
      description:
        'On clusters of several architectures, whether golden images are imported for each of them. Empty on others.',
      width: 3,
      show: greatest('multiArchitectureEnabled', []),
      meanings: yesNo,
    }),
    stat({
      id: 'alerts',
      title: 'Alerts that fire',
      description:
        'Alerts of the operator, counted by itself. `archipelago alerts` says which, and what to do.',
      width: 3,
      show: orZero(`sum(${of('alerts', { alertstate: 'firing' })})`),
      thresholds: [{ from: 1, colour: 'red' }],
    }),
  ],
};

const nodeMachines = `max by(node, machine) (label_replace(${of('nodeMachine')}, "node", "$1", "nodename", "(.*)"))`;
const machinesPerNode = `count by(node) (${of('machineInstances', { phase: 'running' })})`;

const architectures: Row = {
  title: 'By architecture',
  panels: [
    timeSeries({
      id: 'boot-images',
      title: 'Golden images to boot from',
      description:
        'Golden images that are to be imported for an architecture of workload nodes. At 0, machines of it have none to boot from.',
      width: 4,
      show: [{ expression: greatest('workloadBootImages', ['architecture']), legend: '{{architecture}}' }],
    }),
    timeSeries({
      id: 'nodes',
      title: 'Nodes for virtual machines',
      description:
        'Nodes that machines may run on, by the placement of workloads. Where an architecture goes away, machines of it cannot start.',
      width: 4,
      show: [{ expression: greatest('workloadNodes', ['architecture']), legend: '{{architecture}}' }],
    }),
    timeSeries({
      id: 'machines',
      title: 'Running virtual machines',
      description:
        'Virtual machines by what the kernel of their node calls the machine (x86_64 is amd64, aarch64 is arm64). From KubeVirt and the node exporter; empty without them.',
      width: 4,
      show: [
        {
          expression: `sum by(machine) (${machinesPerNode} * on(node) group_right() ${nodeMachines})`,
          legend: '{{machine}}',
        },
      ],
    }),
  ],
};

const images: Row = {
  title: 'Golden images',
  panels: [
    table({
      id: 'matrix',
      title: 'Golden images',
      description:
        'Images that are not known, that no node can run, or whose annotation lists architectures that the registry does not have. `archipelago images` says which architectures.',
      show: [
        { expression: greatest('imageAnnotated', ['data_import_cron_name']), legend: 'architectures known' },
        { expression: greatest('imageSupported', ['data_import_cron_name']), legend: 'nodes can run it' },
        {
          expression: greatest('imageArchitecturesAgree', ['data_import_cron_name']),
          legend: 'annotation right',
        },
      ],
      columns: { data_import_cron_name: 'golden image' },
      meanings: yesNo,
    }),
    table({
      id: 'by-architecture',
      title: 'Golden images by architecture of nodes',
      description:
        'Whether a golden image is to be imported for an architecture of workload nodes. Where it is not, machines of that architecture do not boot from it; `archipelago images` says why, and what has become of the imports.',
      show: [
        {
          expression: greatest('imageArchitectures', ['data_import_cron_name', 'architecture']),
          legend: 'to be imported',
        },
      ],
      columns: { data_import_cron_name: 'golden image', architecture: 'architecture' },
      meanings: yesNo,
    }),
    statusHistory({
      id: 'supported',
      title: 'Nodes can run it',
      description: 'Since when there are nodes for a golden image. It is not imported while there are none.',
      show: [
        {
          expression: greatest('imageSupported', ['data_import_cron_name']),
          legend: '{{data_import_cron_name}}',
        },
      ],
      meanings: yesNo,
    }),
    timeSeries({
      id: 'registries',
      title: 'Questions to image registries',
      description:
        'By what came of them. What is not answered leaves architectures of images unknown: `archipelago images doctor` says why.',
      unit: 'per-second',
      width: 6,
      show: [{ expression: ratePer('registryQuestions', ['result']), legend: '{{result}}' }],
    }),
  ],
};

/** What there is to boot from, and for which nodes. */
export const clusterDashboard: Dashboard = {
  name: 'archipelago-cluster',
  title: 'Archipelago / Cluster by architecture and golden images',
  description: `Health of the whole, what nodes and virtual machines there are by architecture, and the golden images (${nameOf('imageSupported')} and others).`,
  variables: [],
  rows: [health, architectures, images],
};

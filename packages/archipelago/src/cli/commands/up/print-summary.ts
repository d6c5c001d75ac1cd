import { createColors } from 'picocolors';
import type { Finding } from '../../../api/finding.ts';
import { seconds } from '../../process/step-log.ts';
import { textTable } from '../../text/text-table.ts';
import type { GoldenImagesSummary, UpSummary } from './up-summary.ts';

/** The summary as people read it: what is there, in which state, and what to try next. */
export function printSummary(summary: UpSummary, color: boolean): string {
  const { bold } = createColors(color);
  const sections: readonly (readonly [title: string, text: string])[] = [
    [`Nodes${mark(summary.nodes.every(({ simulated }) => simulated))}`, nodesTable(summary)],
    [`Operands${mark(summary.operands.every(({ simulated }) => simulated))}`, operandsTable(summary)],
    ['Golden images', goldenImages(summary.goldenImages)],
    ['Try next', nextSteps(summary)],
  ];
  return sections.map(([title, text]) => `\n${bold(title)}\n${text}`).join('');
}

function mark(simulated: boolean): string {
  return simulated ? ' (simulated)' : '';
}

function nodesTable({ nodes }: UpSummary): string {
  const rows = nodes.map(({ architecture, controlPlanes, workers }) => [
    architecture,
    String(controlPlanes),
    String(workers),
  ]);
  return textTable([['ARCHITECTURE', 'CONTROL PLANES', 'WORKERS'], ...rows]);
}

function operandsTable({ operands }: UpSummary): string {
  const rows = operands.map(({ kind, name, state, availableAfterMs, message }) => [
    kind,
    name,
    state,
    availableAfterMs === undefined ? '' : `after ${seconds(availableAfterMs)}`,
    message ?? '',
  ]);
  return textTable([['KIND', 'NAME', 'STATE'], ...rows]);
}

function goldenImages(images: GoldenImagesSummary): string {
  const who = images.importer === 'builtin' ? '' : '; SSP (simulated) makes them';
  const hint = `  kubectl get dataimportcrons,datasources -A shows what becomes of them${who}.\n`;
  if (!images.perArchitecture) {
    const names = images.names.length === 0 ? 'none' : images.names.join(', ');
    return `  ${names}\n${warned(images.warning)}${problems(images)}  Each is imported once, for the architecture of the node that runs the import; spec.featureGates.enableMultiArchBootImageImport makes it one per architecture.\n${hint}`;
  }
  const rows = images.images.map(({ name, dataSource, origin, cells }) => [
    name,
    dataSource,
    origin,
    ...images.architectures.map((architecture) => cells[architecture] ?? ''),
  ]);
  const table = textTable([['TEMPLATE', 'DATA SOURCE', 'ORIGIN', ...images.architectures], ...rows]);
  return `${table}${problems(images)}${hint}`;
}

function problems({ problems: found }: GoldenImagesSummary): string {
  return found.map(({ name, message }) => `  ${name} is not imported: ${message}\n`).join('');
}

function warned(warning: Finding | undefined): string {
  return warning === undefined
    ? ''
    : `  warning: ${warning.at} ${warning.message}\n    fix: ${warning.fix}\n`;
}

function nextSteps({ kubeconfig, hyperConverged, platform, layering, metrics }: UpSummary): string {
  const { name, namespace } = hyperConverged;
  const there = `-n ${namespace}`;
  const migrations = '.spec.configuration.migrations.parallelMigrationsPerCluster';
  return [
    `export KUBECONFIG=${shellWord(kubeconfig)}`,
    'kubectl get nodes -L kubernetes.io/arch',
    `kubectl get hco ${there} ${name} -o yaml`,
    '# one setting, and the operand it lands in',
    `kubectl patch hco ${there} ${name} --type merge -p '{"spec":{"liveMigrationConfig":{"parallelMigrationsPerCluster":9}}}'`,
    `kubectl get kubevirt ${there} kubevirt-${name} -o jsonpath='{${migrations}}'`,
    '# edit the operand by hand: it goes back, and an event says so',
    `kubectl patch kubevirt ${there} kubevirt-${name} --type merge -p '{"spec":{"configuration":{"migrations":{"parallelMigrationsPerCluster":1}}}}'`,
    `kubectl get events ${there}`,
    '# what the operator counts: this edit in kubevirt_hco_out_of_band_modifications_total',
    `curl -s ${metrics}`,
    '# let a simulated operand fail; the annotation with a minus at its end lets it recover',
    `kubectl annotate cdi cdi-${name} archipelago.dev/simulate='fail: no storage class'`,
    ...(platform === 'openshift' ? poolSteps(layering) : layeringSteps(layering)),
    ...(platform === 'openshift' ? [] : machineSteps),
    '# Ctrl-C here ends the cluster',
  ]
    .map((line) => `  ${line}\n`)
    .join('');
}

/** After the pool: a machine that has no second node of its architecture holds up the update of its node. Disks are from where images are there. */
const machineSteps = [
  '# a virtual machine for each architecture; docs/first-hour.md goes on from there',
  'kubectl apply -n default -f examples/virtual-machines.yaml',
  'kubectl get vm,vmi -n default',
];

/** The example is for a registry that there is not, and runs a program: here that works only where it is simulated. */
function layeringSteps({ builds, namespace, registry, login }: UpSummary['layering']): readonly string[] {
  const example = 'examples/machineosconfig-plain-kubernetes.yaml';
  const build = builds === 'buildah' ? 'with buildah' : 'simulated';
  const runs = builds === 'buildah' ? " -e 's/RUN .*/LABEL edition=1/'" : '';
  return [
    `# an image of every architecture for the workers (builds: ${build})`,
    'kubectl label nodes -l node-role.kubernetes.io/worker node-pool=workers',
    `kubectl create secret docker-registry push -n ${namespace} --docker-server=${registry} --docker-username=${login.username} --docker-password=${login.password}`,
    `sed -e 's/registry.example.com/${registry}/'${runs} ${example} | kubectl apply -f -`,
    'kubectl get machineosbuilds.layering.archipelago.dev -w',
    'archipelago layering status',
  ];
}

/** The same with a MachineConfigPool, which brings the image to its nodes. */
function poolSteps({ builds, namespace, registry, login }: UpSummary['layering']): readonly string[] {
  const example = 'examples/machineosconfig-heterogeneous.yaml';
  const build = builds === 'buildah' ? 'with buildah' : 'simulated';
  const runs = builds === 'buildah' ? " -e 's/RUN .*/LABEL edition=1/'" : '';
  const create = `kubectl create secret docker-registry $name -n ${namespace} --docker-server=${registry} --docker-username=${login.username} --docker-password=${login.password}`;
  return [
    `# an image of every architecture for a pool (builds: ${build}; Machine Config Operator: simulated)`,
    'kubectl apply -f examples/machineconfigpool-edge.yaml',
    'kubectl label nodes -l node-role.kubernetes.io/worker node-role.kubernetes.io/edge=',
    `for name in final-push intermediate-push intermediate-pull; do ${create}; done`,
    `sed -E -e 's/registry.example.com|images.example.internal:5000/${registry}/'${runs} ${example} | kubectl apply -f -`,
    'kubectl get mcp -w',
    'archipelago layering status',
  ];
}

function shellWord(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

import {
  isJsonObject,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

const cluster = ['hyperConvergeds', 'nodes'] as const;
const after = ['VD201', 'VD202'];

/** Nodes and architectures: what can run where. */
export const architectureChecks: readonly Check[] = [
  {
    code: 'VD808',
    title: 'Boot images exist for every architecture',
    severity: 'warning',
    confidence: 'certain',
    needs: cluster,
    after,
    message:
      'Workload nodes are of {architectures}, and a boot image has the architecture of whichever node imported it.',
    impact: 'Virtual machines may start from an image of another architecture, and fail.',
    fix: 'set {field}: true, or place workloads on one architecture',
    falsePositives: 'images of your own that name their architecture',
    find: imagesAreMultiArch,
  },
  {
    code: 'VD809',
    title: 'Boot images say what they support',
    severity: 'warning',
    confidence: 'certain',
    needs: cluster,
    after,
    message: 'Template {template}: {problem}.',
    impact: 'The image is not imported, or for the wrong architectures.',
    fix: 'annotate it ssp.kubevirt.io/dict.architectures with names such as amd64,arm64, without spaces',
    falsePositives: 'templates that are switched off are left out',
    find: templatesAreAnnotated,
  },
  {
    code: 'VD810',
    title: 'Virtual machines have nodes of their architecture',
    severity: 'critical',
    confidence: 'certain',
    needs: [...cluster, 'virtualMachines'],
    after,
    message: 'VirtualMachine {machine} needs {arch}, and no node can run it.',
    impact: 'It does not start.',
    fix: 'add a node of {arch} to the workload nodes, or change spec.template.spec.architecture',
    falsePositives: 'clusters that emulate foreign architectures',
    find: machinesHaveNodes,
  },
  {
    code: 'VD812',
    title: 'Virtual machines of arm64 name no CPU model',
    severity: 'critical',
    confidence: 'certain',
    needs: ['virtualMachines'],
    message:
      'VirtualMachine {machine} is for arm64 and names the CPU model {model}: nodes of arm64 publish none.',
    impact: 'It cannot be scheduled.',
    fix: 'remove spec.template.spec.domain.cpu.model',
    falsePositives: 'none',
    find: armHasNoModels,
  },
];

function imagesAreMultiArch({ hyperConverged, architectures, itself }: ClusterView): Outcome {
  if (hyperConverged.value('bootImages') === false) return { skipped: 'common boot images are switched off' };
  if (hyperConverged.value('multiArchImages') === true || architectures.length < 2) return [];
  return [{ object: itself, params: { architectures, field: hyperConverged.fieldOf('multiArchImages') } }];
}

const annotation = 'ssp.kubevirt.io/dict.architectures';
const known = ['amd64', 'arm64', 's390x', 'ppc64le'];

function templatesAreAnnotated(view: ClusterView): Outcome {
  const { hyperConverged, architectures, itself } = view;
  if (hyperConverged.value('multiArchImages') !== true) return { skipped: 'images are imported once' };
  const templates = objectsAt(hyperConverged.object, 'status', 'dataImportCronTemplates');
  return templates.flatMap((template): readonly Found[] => {
    const problem = problemOf(template, architectures);
    const name = textAt(template, 'metadata', 'name');
    return problem === undefined ? [] : [{ object: itself, params: { template: name, problem } }];
  });
}

function problemOf(template: JsonObject, architectures: readonly string[]): string | undefined {
  const written = objectAt(template, 'metadata', 'annotations')[annotation];
  if (typeof written !== 'string') return 'the annotation is missing';
  if (written === '') return 'the annotation is empty';
  if (/\s/.test(written)) return 'the annotation has spaces';
  const names = written.split(',');
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) return `${unknown} is no architecture`;
  return names.some((name) => architectures.includes(name))
    ? undefined
    : 'no workload node is of its architectures';
}

function nameOf(machine: JsonObject): string {
  return `${textAt(machine, 'metadata', 'namespace')}/${textAt(machine, 'metadata', 'name')}`;
}

function reference(machine: JsonObject) {
  const [namespace, name] = [textAt(machine, 'metadata', 'namespace'), textAt(machine, 'metadata', 'name')];
  return { kind: 'VirtualMachine', namespace, name };
}

function machinesHaveNodes(view: ClusterView): Outcome {
  const capable = new Set(view.capableNodes.map(({ architecture }) => architecture));
  return view.objects('virtualMachines').flatMap((machine): readonly Found[] => {
    const arch = textAt(machine, 'spec', 'template', 'spec', 'architecture');
    if (arch === '' || capable.has(arch)) return [];
    const isStopped = textAt(machine, 'spec', 'runStrategy') === 'Halted';
    const severity = isStopped ? 'warning' : 'critical';
    return [{ object: reference(machine), severity, params: { machine: nameOf(machine), arch } }];
  });
}

const hostModels = ['', 'host-passthrough', 'host-model'];

function armHasNoModels(view: ClusterView): Outcome {
  return view.objects('virtualMachines').flatMap((machine): readonly Found[] => {
    const spec = valueAt(machine, 'spec', 'template', 'spec');
    if (!isJsonObject(spec) || spec.architecture !== 'arm64') return [];
    const model = textAt(spec, 'domain', 'cpu', 'model');
    if (hostModels.includes(model)) return [];
    return [{ object: reference(machine), params: { machine: nameOf(machine), model } }];
  });
}

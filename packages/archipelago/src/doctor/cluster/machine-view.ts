import { type JsonObject, objectAt, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { ClusterView } from './cluster-view.ts';
import { matches, type NodeView } from './node-view.ts';

/** A VirtualMachine as checks see it. */
export interface MachineView {
  readonly namespace: string;
  readonly name: string;
  /** `spec.template.spec`. */
  readonly template: JsonObject;
  /** Labels of its pod, as Services select it. */
  readonly labels: Readonly<Record<string, string>>;
  /** It does not run, and nobody wants it to. */
  readonly isStopped: boolean;
  readonly object: JsonObject;
}

/** Reads a VirtualMachine. */
function machineView(object: JsonObject): MachineView {
  const [namespace, name] = [textAt(object, 'metadata', 'namespace'), textAt(object, 'metadata', 'name')];
  const written = Object.entries(objectAt(object, 'spec', 'template', 'metadata', 'labels'));
  return {
    namespace,
    name,
    template: objectAt(object, 'spec', 'template', 'spec'),
    labels: {
      ...Object.fromEntries(written.map(([key, value]) => [key, String(value)])),
      'kubevirt.io': 'virt-launcher',
      'vm.kubevirt.io/name': name,
    },
    isStopped:
      textAt(object, 'spec', 'runStrategy') === 'Halted' ||
      valueAt(object, 'spec', 'running') === false ||
      textAt(object, 'status', 'printableStatus') === 'Stopped',
    object,
  };
}

const known = new WeakMap<ClusterView, readonly MachineView[]>();

/** All of them. */
export function machinesOf(cluster: ClusterView): readonly MachineView[] {
  const machines = known.get(cluster) ?? cluster.objects('virtualMachines').map(machineView);
  known.set(cluster, machines);
  return machines;
}

/** A VirtualMachine as the object of a finding, and what messages name. */
export function aboutMachine({ namespace, name }: MachineView) {
  return { object: { kind: 'VirtualMachine', namespace, name }, params: { namespace, vm: name } };
}

/** The DataSource its disks are made from, as namespace/name. */
export function sourceOf({ object, namespace }: MachineView): string | undefined {
  const sources = objectsAt(object, 'spec', 'dataVolumeTemplates').map((one) =>
    objectAt(one, 'spec', 'sourceRef'),
  );
  const source = sources.find((one) => textAt(one, 'kind') === 'DataSource');
  if (source === undefined) return undefined;
  return `${textAt(source, 'namespace') || namespace}/${textAt(source, 'name')}`;
}

const architectureLabel = 'template.kubevirt.io/architecture';

/** What the machine itself names, or the DataSource of its disks; empty: neither does. */
export function writtenArchitecture(cluster: ClusterView, machine: MachineView): string {
  const source = sourceOf(machine);
  const labels = objectAt(cluster.dataSources.get(source ?? ''), 'metadata', 'labels');
  return textAt(machine.template, 'architecture') || textAt(labels, architectureLabel);
}

/** As KubeVirt decides it; empty where nobody can tell. */
export function architectureOf(cluster: ClusterView, machine: MachineView): string {
  return writtenArchitecture(cluster, machine) || (cluster.defaultArchitecture ?? '');
}

/** Nodes that can run a virtual machine now, of its architecture and as its own selector and affinity say. */
export function nodesFor(cluster: ClusterView, machine: MachineView): readonly NodeView[] {
  const architecture = architectureOf(cluster, machine);
  const { crossesArchitectures } = cluster;
  return cluster.capableNodes.filter((node) => {
    const emulates = crossesArchitectures && node.labels[`kubevirt.io/vm-arch-${architecture}`] === 'true';
    return (emulates || node.architecture === architecture) && matches(machine.template, node);
  });
}

/** The names of the networks of Multus that it has, as namespace/name. */
export function networksOf({ template, namespace }: MachineView): readonly string[] {
  return objectsAt(template, 'networks')
    .map((one) => textAt(one, 'multus', 'networkName'))
    .filter((name) => name !== '')
    .map((name) => (name.includes('/') ? name : `${namespace}/${name}`));
}

import { type JsonObject, listAt, objectAt, textAt, textsAt, valueAt } from '@archipelago/apimachinery';
import { isLookedAfter } from '../../api/is-looked-after.ts';
import type { FactName } from '../facts/fact-kinds.ts';
import { type Facts, readingOf } from '../facts/facts.ts';
import { fullName } from './full-name.ts';
import { HyperConvergedView } from './hyper-converged-view.ts';
import { lazy } from './lazy.ts';
import { hasKvm, heartbeatAgeMs, matches, type NodeView, nodeView, takes } from './node-view.ts';
import { type StorageClassView, storageClassView, winnerOf } from './storage-class-view.ts';
import { type StorageProfileView, storageProfileView } from './storage-profile-view.ts';

const freshMs = 5 * 60_000;

/** A cluster as checks see it: each thing is computed once, when somebody asks. */
export class ClusterView {
  readonly now: number;
  readonly #facts: Facts;
  readonly #nodes = lazy(() => this.objects('nodes').map(nodeView));
  readonly #hyperConverged = lazy(
    () => new HyperConvergedView(ownHyperConverged(this.objects('hyperConvergeds'))),
  );
  readonly #placement = lazy(() => workloadsPlacementOf(this.hyperConverged));
  readonly #matching = lazy(() => this.nodes.filter((node) => matches(this.workloadsPlacement, node)));
  readonly #workloadNodes = lazy(() => this.nodes.filter((node) => takes(this.workloadsPlacement, node)));
  readonly #capable = lazy(() =>
    this.workloadNodes.filter(
      (node) => node.isUsable && (this.isEmulated || hasKvm(node)) && this.isSchedulable(node),
    ),
  );
  readonly #classes = lazy(() =>
    this.objects('storageClasses').map((object) => storageClassView(object, this.now)),
  );
  readonly #profiles = lazy(
    () =>
      new Map(
        this.objects('storageProfiles')
          .map(storageProfileView)
          .map((one) => [one.name, one]),
      ),
  );

  readonly #dataSources = lazy(() => new Map(this.objects('dataSources').map((one) => [fullName(one), one])));

  readonly #defaultArchitecture = lazy(() => defaultArchitectureOf(this));

  constructor(facts: Facts) {
    this.#facts = facts;
    this.now = facts.now;
  }

  /** What was read; undefined: nobody knows, or the cluster does not have the kind. */
  given(name: FactName): readonly JsonObject[] | undefined {
    const reading = readingOf(this.#facts, name);
    return reading.state === 'read' ? reading.objects : undefined;
  }

  /** It was asked for, and could not be read. */
  isRefused(name: FactName): boolean {
    return readingOf(this.#facts, name).state === 'failed';
  }

  /** For what a check needs, and what it is the same to have none of. */
  objects(name: FactName): readonly JsonObject[] {
    return this.given(name) ?? [];
  }

  /** It was refused, or failed: whether there are any is not known. */
  hasFailed(name: FactName): boolean {
    return readingOf(this.#facts, name).state === 'failed';
  }

  get nodes(): readonly NodeView[] {
    return this.#nodes();
  }

  /** Configured by defaults where there is none. */
  get hyperConverged(): HyperConvergedView {
    return this.#hyperConverged();
  }

  /** The HyperConverged as the object of a finding. */
  get itself(): { readonly kind: string; readonly namespace: string; readonly name: string } {
    const { namespace, name } = this.hyperConverged;
    return { kind: 'HyperConverged', namespace, name };
  }

  /** Where virt-handler and what else stands by virtual machines may run. */
  get workloadsPlacement(): JsonObject {
    return this.#placement();
  }

  /** Nodes that selector and affinity of the workloads take, tainted or not. */
  get matchingNodes(): readonly NodeView[] {
    return this.#matching();
  }

  /** Nodes on which virt-handler is expected, whether they are usable now or not. */
  get workloadNodes(): readonly NodeView[] {
    return this.#workloadNodes();
  }

  /** Workload nodes that can run a virtual machine now. */
  get capableNodes(): readonly NodeView[] {
    return this.#capable();
  }

  /** virt-handler says so, and was heard of lately. */
  isSchedulable(node: NodeView): boolean {
    const age = heartbeatAgeMs(node, this.now);
    return node.labels['kubevirt.io/schedulable'] === 'true' && age !== undefined && age < freshMs;
  }

  /** Of the workload nodes, sorted. */
  get architectures(): readonly string[] {
    return [...new Set(this.workloadNodes.map(({ architecture }) => architecture))].sort();
  }

  get storageClasses(): readonly StorageClassView[] {
    return this.#classes();
  }

  /** The class that disks of virtual machines get when nobody names one. */
  get diskClass(): StorageClassView | undefined {
    const virtualization = this.storageClasses.filter((one) => one.isVirtualizationDefault);
    return winnerOf(virtualization) ?? winnerOf(this.storageClasses.filter((one) => one.isDefault));
  }

  get storageProfiles(): ReadonlyMap<string, StorageProfileView> {
    return this.#profiles();
  }

  /** `spec.configuration` of the KubeVirt. */
  get kubeVirtConfiguration(): JsonObject {
    return objectAt(this.objects('kubeVirts')[0], 'spec', 'configuration');
  }

  /** Virtual machines run in software where there is no hardware for them. */
  get isEmulated(): boolean {
    return valueAt(this.kubeVirtConfiguration, 'developerConfiguration', 'useEmulation') === true;
  }

  /** Foreign architectures are emulated: a virtual machine runs on a node of any. */
  get crossesArchitectures(): boolean {
    const gates = textsAt(this.kubeVirtConfiguration, 'developerConfiguration', 'featureGates');
    return gates.includes('CrossArchitectureVirtualization');
  }

  /** Namespaces of a HyperConverged or KubeVirt: where operators and operands are. */
  get operatorNamespaces(): ReadonlySet<string> {
    const operators = [...this.objects('hyperConvergeds'), ...this.objects('kubeVirts')];
    return new Set(operators.map((one) => textAt(one, 'metadata', 'namespace')));
  }

  /**
   * What a virtual machine gets that names none: as KubeVirt is told, else the first of the control planes where workloads have it, else the
   * most frequent. Undefined where there is no workload node.
   */
  get defaultArchitecture(): string | undefined {
    return this.#defaultArchitecture();
  }

  /** DataSources by namespace/name. */
  get dataSources(): ReadonlyMap<string, JsonObject> {
    return this.#dataSources();
  }

  /** Instances that run. */
  get running(): readonly JsonObject[] {
    return this.objects('instances').filter((one) => textAt(one, 'status', 'phase') === 'Running');
  }
}

/** Beside one that an operator looks after others have no effect. */
function ownHyperConverged(all: readonly JsonObject[]): JsonObject {
  return all.find(isLookedAfter) ?? all[0] ?? {};
}

function workloadsPlacementOf(hyperConverged: HyperConvergedView): JsonObject {
  const written = hyperConverged.placement('workloads') ?? {};
  return {
    ...written,
    nodeSelector: { ...objectAt(written, 'nodeSelector'), 'kubernetes.io/os': 'linux' },
    tolerations: [...listAt(written, 'tolerations'), { key: 'CriticalAddonsOnly', operator: 'Exists' }],
  };
}

function defaultArchitectureOf(cluster: ClusterView): string | undefined {
  const written = textAt(cluster.kubeVirtConfiguration, 'architectureConfiguration', 'defaultArchitecture');
  if (written !== '') return written;
  const [first] = cluster.nodes
    .filter(({ isControlPlane }) => isControlPlane)
    .map(({ architecture }) => architecture)
    .sort();
  if (first !== undefined && cluster.architectures.includes(first)) return first;
  const count = (arch: string) => cluster.workloadNodes.filter((node) => node.architecture === arch).length;
  return [...cluster.architectures].sort((a, b) => count(b) - count(a))[0];
}

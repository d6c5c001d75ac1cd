import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { type Informer, type Resource, resourceName, type StoreEvent } from '@archipelago/kube-client';
import { hyperConvergedName } from '../../api/hyper-converged-kind.ts';
import type { NodeFacts } from '../../cluster-facts/cluster-facts.ts';
import type { Operand } from '../../config/framework/operand.ts';
import { operands } from '../../config/operands.ts';
import { Mirrors } from '../../engine/mirrors.ts';
import type { Live } from '../../reconcile/live.ts';
import { type ObservedObject, observed } from '../../reconcile/observed-object.ts';
import { builtInDefaulting, type Defaulting, defaultingBySchema } from '../../reconcile/server-defaults.ts';
import {
  definitionName,
  definitions,
  factual,
  hyperConvergeds,
  isConfiguration,
  nodes,
  openShiftDefinition,
} from './cluster-resources.ts';
import { DefinitionEditions } from './definition-editions.ts';
import type { Mirrored, MirrorOptions } from './mirror-options.ts';
import { builtInGroups, byName, isOpenShiftOnly, versionInUse } from './mirrored-kinds.ts';
import { factsOfNodes, type MirroredNode, nodeShape, type SeenNodes } from './mirrored-node.ts';
import { type ServedKind, servedKindOf } from './mirrored-objects.ts';
import { liveOf } from './operand-live.ts';
import { OtherOperatorsMirror } from './other-operators-mirror.ts';
import { PlatformMirror } from './platform-mirror.ts';

/** Watches are asked to last half an hour to an hour, so that a cluster at rest sees no traffic of ours. */
const watchSeconds = 1_800;
/** CustomResourceDefinitions can be a megabyte each. */
const definitionsPerPage = 20;

/**
 * Everything the operator reads, mirrored by watches: the HyperConverged, nodes (name, labels, architecture),
 * CustomResourceDefinitions (state and defaults), each operand by name, and on OpenShift its configuration.
 */
export class ClusterMirror {
  readonly mirrors: Mirrors;
  readonly otherOperators: OtherOperatorsMirror;
  readonly #options: MirrorOptions;
  readonly #hyperConverged: Informer<ObservedObject>;
  readonly #nodes: Informer<MirroredNode>;
  #seenNodes: SeenNodes = { nodes: [], facts: [] };
  readonly #definitions: Informer<ServedKind>;
  readonly #operands = new Map<Operand, Informer<ObservedObject>>();
  readonly #platform: PlatformMirror;
  readonly #defaulting = new Map<string, Defaulting>();
  readonly #editions: DefinitionEditions;

  constructor(options: MirrorOptions) {
    this.#options = options;
    this.#editions = new DefinitionEditions(options.clock);
    this.mirrors = new Mirrors({
      ...options,
      isBuiltIn: ({ group }) => builtInGroups.has(group),
      timing: { watchSeconds, ...options.timing },
    });
    const { follow } = this.mirrors;
    this.#platform = new PlatformMirror(follow);
    this.otherOperators = new OtherOperatorsMirror(follow, options.namespace);
    // all of them: one in the wrong namespace is to be told so
    this.#hyperConverged = follow(hyperConvergeds, { trim: observed });
    this.#nodes = follow(nodes, {
      ...nodeShape(options.onNodeChange, options.moreOfNodes),
      onKnowledge: () => {
        options.onChange();
        options.moreOfNodes?.onChange();
      },
    });
    this.#definitions = follow(definitions, {
      trim: (definition: KubernetesObject) => servedKindOf(definition, versionInUse),
      sameContent: (old, now) => JSON.stringify(old) === JSON.stringify(now),
      timing: { watchSeconds, ...options.timing, pageSize: definitionsPerPage },
      onEvent: (event) => this.#definitionChanged(event),
      onKnowledge: () => {
        this.#followPlatform();
        options.onChange();
      },
    });
  }

  /** Begins with what tells the platform; operands follow as soon as that is known. */
  async start(): Promise<void> {
    for (const { informer } of this.mirrors.followed()) informer.start();
    this.#followOperands((operand) => !isOpenShiftOnly(operand));
    await this.#definitions.whenSettled();
    await Promise.all(this.mirrors.followed().map(({ informer }) => informer.whenSettled()));
  }

  async stop(): Promise<void> {
    await this.mirrors.stop();
  }

  /**
   * Why nothing may be concluded about the cluster: what could not be read; undefined once all was. Guessing
   * would be dear: without its nodes a cluster seems to have no architectures and no second worker.
   */
  unread(): string | undefined {
    const missing = this.mirrors
      .followed()
      .find(({ resource, informer }) => factual.has(resource) && informer.knowledge() === 'unknown');
    if (missing === undefined) return undefined;
    const refusal = missing.informer.refusal();
    const because = refusal === undefined ? '' : `: ${refusal.message}`;
    return `${resourceName(missing.resource)} could not be read yet${because}`;
  }

  /** What the server says about facts that it does not let us read. Those that were read before still hold. */
  forbidden(): readonly string[] {
    const facts = this.mirrors
      .followed()
      .filter(({ resource }) => factual.has(resource) || isConfiguration(resource));
    return facts.flatMap(({ informer }) => informer.refusal()?.message ?? []);
  }

  platform(): 'kubernetes' | 'openshift' {
    return this.isServed(openShiftDefinition) ? 'openshift' : 'kubernetes';
  }

  isServed(definition: string): boolean {
    return this.#definitions.store.get({ name: definition })?.established === true;
  }

  /** Whether a kind's definition came with us: another controller may have brought its own. */
  isOurs(definition: string): boolean {
    return this.#definitions.store.get({ name: definition })?.isOurs === true;
  }

  hyperConverged(): ObservedObject | undefined {
    return this.#hyperConverged.store.get({ namespace: this.#options.namespace, name: hyperConvergedName });
  }

  /** Every HyperConverged but the one that counts. */
  strangers(): readonly JsonObject[] {
    const ours = this.hyperConverged();
    return this.#hyperConverged.store.list().flatMap((each) => (each === ours ? [] : [each.object]));
  }

  /** The very list of before while placement could see no difference. */
  nodes(): readonly NodeFacts[] {
    const listed = this.#nodes.store.list();
    if (listed !== this.#seenNodes.nodes)
      this.#seenNodes = { nodes: listed, facts: factsOfNodes(listed, this.#seenNodes) };
    return this.#seenNodes.facts;
  }

  /** The informer of all nodes, with what more is kept of them. */
  nodeInformer(): Pick<Informer<MirroredNode>, 'store' | 'knowledge' | 'refusal'> {
    return this.#nodes;
  }

  /** OpenShift's configuration object `cluster` of a kind. */
  configuration(resource: Resource): JsonObject | undefined {
    return this.#platform.configuration(resource);
  }

  /** OpenShift's mirrors of registries. */
  imageMirrorSets(): readonly KubernetesObject[] {
    return this.#platform.imageMirrorSets();
  }

  /** The one object of an operand. */
  operand(operand: Operand): Live {
    const informer = this.#operands.get(operand);
    if (informer === undefined) return { state: 'absent' };
    const definition = definitionName(operand);
    return liveOf(informer, definition, this.#definitions.store.get({ name: definition }));
  }

  /** Changes whenever the definition of an operand's kind does: what was learned before may no longer hold. */
  edition(operand: Operand): string {
    return this.#editions.edition(definitionName(operand));
  }

  /** Milliseconds until an edition ends by itself; undefined: none does. */
  editionEndsMs(): number | undefined {
    return this.#editions.dueMs();
  }

  /** What the server fills in for a kind. */
  defaulting(operand: Operand): Defaulting {
    if (builtInGroups.has(operand.group)) return builtInDefaulting(operand.kind);
    const name = definitionName(operand);
    const known = this.#defaulting.get(name);
    if (known !== undefined) return known;
    const made = defaultingBySchema(this.#definitions.store.get({ name })?.defaults);
    this.#defaulting.set(name, made);
    return made;
  }

  informers(): readonly Mirrored[] {
    return this.mirrors.followed().map(({ resource, selection, informer }) => ({
      resource: resourceName(resource),
      selection: selection?.fieldSelector ?? '',
      isServed: informer.knowledge() !== 'not-served',
      size: informer.store.size,
      lastActivity: informer.lastActivity(),
    }));
  }

  #followOperands(which: (operand: Operand) => boolean): void {
    const { namespace } = this.#options;
    for (const operand of operands.filter(which)) {
      if (this.#operands.has(operand)) continue;
      const place = operand.namespaced ? (operand.namespace ?? namespace) : undefined;
      const informer = this.mirrors.follow(operand, {
        trim: observed,
        selection: byName(operand.name(hyperConvergedName), place),
      });
      this.#operands.set(operand, informer);
      informer.start();
    }
  }

  /** OpenShift's kinds are followed once there are any. */
  #followPlatform(): void {
    if (this.platform() !== 'openshift') return;
    this.#followOperands(() => true);
    this.#platform.start();
  }

  #definitionChanged(event: StoreEvent<ServedKind>): void {
    const { name } = event.object;
    this.#defaulting.delete(name);
    const isOld = event.type === 'updated' && event.old.generation === event.object.generation;
    if (this.#definitions.hasSynced() && !isOld && versionInUse(name) !== undefined)
      this.#editions.changed(name);
    for (const { resource, informer } of this.mirrors.followed())
      if (definitionName(resource) === name) informer.recheck();
    if (this.#definitions.hasSynced()) this.#followPlatform();
    this.#options.onChange();
    this.#options.onDefinitionChange();
  }
}

import type { JsonObject } from '../api/json-value.ts';
import type { KubernetesObject } from '../api/kubernetes-object.ts';
import type { NodeFacts } from '../cluster-facts/cluster-facts.ts';
import { standardCluster } from '../cluster-facts/standard-cluster.ts';
import { hyperConvergedName } from '../config/common-labels.ts';
import { deriveFacts } from '../config/derive-facts.ts';
import type { Operand } from '../config/operand.ts';
import { operands } from '../config/operands.ts';
import type { Clock } from '../kubernetes/clock.ts';
import { createInformer } from '../kubernetes/informer.ts';
import type { Informer, InformerSettings, InformerTiming } from '../kubernetes/informer-settings.ts';
import type { KubernetesClient, Selection } from '../kubernetes/kubernetes-client.ts';
import { type Resource, resourceName } from '../kubernetes/resource.ts';
import type { Live } from '../reconcile/live.ts';
import { type ObservedObject, observed } from '../reconcile/observed-object.ts';
import type { Defaulting } from '../reconcile/plan.ts';
import { builtInDefaulting, defaultingBySchema } from '../reconcile/server-defaults.ts';
import {
  configurations,
  definitionName,
  definitions,
  factual,
  hyperConvergeds,
  nodes,
  openShiftDefinition,
} from './cluster-resources.ts';
import { isSameNode, nodeFactsOf, type ServedKind, servedKindOf } from './mirrored-objects.ts';

export interface MirrorSettings {
  readonly client: KubernetesClient;
  readonly namespace: string;
  /** Something a reconcile could see has changed. */
  readonly onChange: () => void;
  /** Nodes come and go, or change their labels, by the thousand. */
  readonly onNodeChange: () => void;
  readonly onProblem: (message: string) => void;
  readonly clock: Clock;
  readonly random: () => number;
  readonly timing?: Partial<InformerTiming>;
}

/** An informer, as far as metrics look at it. */
export interface Mirrored {
  readonly resource: string;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly lastActivity: number;
}

type AnyInformer = Pick<
  Informer<unknown>,
  'start' | 'stop' | 'whenSettled' | 'recheck' | 'lastActivity' | 'knowledge'
> & { readonly store: { readonly size: number } };

interface Followed {
  readonly resource: Resource;
  readonly informer: AnyInformer;
}

/** Groups that every API server serves by itself. */
const builtInGroups = new Set(['', 'apps', 'scheduling.k8s.io', 'rbac.authorization.k8s.io']);

/** Watches are asked to last half an hour to an hour, so that a cluster at rest sees no traffic of ours. */
const watchSeconds = 1_800;
/** CustomResourceDefinitions can be a megabyte each. */
const definitionsPerPage = 20;

/**
 * Everything the operator reads, mirrored by watches: the HyperConverged, nodes (name, labels, architecture),
 * CustomResourceDefinitions (state and defaults), each operand by name, and on OpenShift its configuration.
 */
export class ClusterMirror {
  readonly #settings: MirrorSettings;
  readonly #followed: Followed[] = [];
  readonly #hyperConverged: Informer<ObservedObject>;
  readonly #nodes: Informer<NodeFacts>;
  readonly #definitions: Informer<ServedKind>;
  readonly #operands = new Map<Operand, Informer<ObservedObject>>();
  readonly #configurations = new Map<Resource, Informer<ObservedObject>>();
  readonly #defaulting = new Map<string, Defaulting>();

  constructor(settings: MirrorSettings) {
    this.#settings = settings;
    const { namespace } = settings;
    this.#hyperConverged = this.#objects(hyperConvergeds, byName(hyperConvergedName, namespace));
    this.#nodes = this.#follow(nodes, {
      trim: nodeFactsOf,
      sameContent: isSameNode,
      onEvent: () => settings.onNodeChange(),
    });
    this.#definitions = this.#follow(definitions, {
      trim: (definition: KubernetesObject) => servedKindOf(definition, versionInUse),
      sameContent: (old, now) => JSON.stringify(old) === JSON.stringify(now),
      timing: { ...settings.timing, watchSeconds, pageSize: definitionsPerPage },
      onEvent: (event) => this.#definitionChanged(event.object.name),
    });
  }

  /** Begins with what tells the platform; operands follow as soon as that is known. */
  async start(): Promise<void> {
    for (const { informer } of this.#followed) informer.start();
    this.#followOperands((operand) => !isOpenShiftOnly(operand));
    await this.#definitions.whenSettled();
    this.#followPlatform();
    await Promise.all(this.#followed.map(({ informer }) => informer.whenSettled()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#followed.map(({ informer }) => informer.stop()));
  }

  /**
   * What has to be read before anything may be concluded about the cluster; undefined once it was. Guessing
   * would be dear: without its nodes a cluster seems to have no architectures and no second worker.
   */
  unread(): string | undefined {
    const missing = this.#followed.find(
      ({ resource, informer }) => factual.has(resource) && informer.knowledge() === 'unknown',
    );
    return missing === undefined ? undefined : resourceName(missing.resource);
  }

  platform(): 'kubernetes' | 'openshift' {
    return this.isServed(openShiftDefinition) ? 'openshift' : 'kubernetes';
  }

  isServed(definition: string): boolean {
    return this.#definitions.store.get({ name: definition })?.established === true;
  }

  hyperConverged(): ObservedObject | undefined {
    return this.#hyperConverged.store.get({ namespace: this.#settings.namespace, name: hyperConvergedName });
  }

  nodes(): readonly NodeFacts[] {
    return this.#nodes.store.list();
  }

  /** OpenShift's configuration object `cluster` of a kind. */
  configuration(resource: Resource): JsonObject | undefined {
    return this.#configurations.get(resource)?.store.list()[0]?.object;
  }

  /** The one object of an operand. */
  operand(operand: Operand): Live {
    const informer = this.#operands.get(operand);
    if (informer === undefined) return { state: 'absent' };
    switch (informer.knowledge()) {
      case 'unknown':
        return { state: 'unknown' };
      case 'not-served':
        return { state: 'notServed', definition: definitionName(operand) };
      case 'complete': {
        const [found] = informer.store.list();
        return found === undefined ? { state: 'absent' } : { state: 'present', ...found };
      }
    }
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
    return this.#followed.map(({ resource, informer }) => ({
      resource: resourceName(resource),
      size: informer.store.size,
      lastActivity: informer.lastActivity(),
    }));
  }

  #followOperands(which: (operand: Operand) => boolean): void {
    const { namespace } = this.#settings;
    for (const operand of operands.filter(which)) {
      if (this.#operands.has(operand)) continue;
      const place = operand.namespaced ? (operand.namespace ?? namespace) : undefined;
      const informer = this.#objects(operand, byName(operand.name(hyperConvergedName), place));
      this.#operands.set(operand, informer);
      informer.start();
    }
  }

  /** OpenShift's kinds are followed once there are any. */
  #followPlatform(): void {
    if (this.platform() !== 'openshift') return;
    this.#followOperands(() => true);
    for (const resource of Object.values(configurations)) {
      if (this.#configurations.has(resource)) continue;
      const informer = this.#objects(resource, byName('cluster', undefined));
      this.#configurations.set(resource, informer);
      informer.start();
    }
  }

  #definitionChanged(name: string): void {
    this.#defaulting.delete(name);
    for (const { resource, informer } of this.#followed)
      if (definitionName(resource) === name) informer.recheck();
    if (this.#definitions.hasSynced()) this.#followPlatform();
    this.#settings.onChange();
  }

  #objects(resource: Resource, selection: Selection): Informer<ObservedObject> {
    return this.#follow(resource, { trim: observed, selection });
  }

  #follow<T>(
    resource: Resource,
    shape: Pick<InformerSettings<T>, 'trim'> & Partial<InformerSettings<T>>,
  ): Informer<T> {
    const { client, onChange, onProblem, clock, random, timing } = this.#settings;
    const informer = createInformer<T>({
      client,
      resource,
      clock,
      random,
      whenNotServed: builtInGroups.has(resource.group) ? 'poll' : 'when-told',
      timing: { watchSeconds, ...timing },
      onEvent: () => onChange(),
      onKnowledge: () => onChange(),
      onProblem: ({ doing, message }) => onProblem(`${doing} ${resourceName(resource)}: ${message}`),
      ...shape,
    });
    this.#followed.push({ resource, informer });
    return informer;
  }
}

function byName(name: string, namespace: string | undefined): Selection {
  return { fieldSelector: `metadata.name=${name}`, namespace };
}

/** The version of a kind of ours; undefined for all other kinds. */
function versionInUse(definition: string): string | undefined {
  return operands.find((operand) => definitionName(operand) === definition)?.version;
}

/** Kinds that exist on OpenShift only; asking for them elsewhere would be asking in vain. */
function isOpenShiftOnly(operand: Operand): boolean {
  return !operand.fits(plainCluster);
}

const plainCluster = deriveFacts(standardCluster, undefined);

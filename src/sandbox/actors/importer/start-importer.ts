import type { KubernetesObject } from '../../../api/kubernetes-object.ts';
import { ApiConnectionError } from '../../../kubernetes/api-connection-error.ts';
import { createInformer } from '../../../kubernetes/informer.ts';
import type { Informer } from '../../../kubernetes/informer-settings.ts';
import type { KubernetesClient } from '../../../kubernetes/kubernetes-client.ts';
import type { Resource } from '../../../kubernetes/resource.ts';
import { createWorkQueue, type WorkOutcome, type WorkQueue } from '../../../kubernetes/work-queue.ts';
import { type Clock, systemClock } from '../../../time/clock.ts';
import { cronStep } from './cron-step.ts';
import { dataSourceStep } from './data-source-step.ts';
import { ImagePolls, type LookUpImage } from './image-polls.ts';
import type { ImporterWorld, ImporterWrite } from './importer-world.ts';

/** How the simulated importer behaves. */
export interface ImporterSettings {
  readonly client: KubernetesClient;
  readonly lookUp: LookUpImage;
  /** How long an import takes, in milliseconds. */
  readonly importMs: number;
  /** How often registries are asked, whatever a cron's schedule says: nobody waits half a day in a sandbox. */
  readonly pollMs: number;
  /** Told in a sentence; the importer goes on by itself. */
  readonly onProblem: (problem: string) => void;
  readonly clock?: Clock;
}

function cdi(plural: string, kind: string): Resource {
  return { group: 'cdi.kubevirt.io', version: 'v1beta1', plural, kind, namespaced: true };
}

const crons = cdi('dataimportcrons', 'DataImportCron');
const dataSources = cdi('datasources', 'DataSource');
const claims: Resource = {
  group: '',
  version: 'v1',
  plural: 'persistentvolumeclaims',
  kind: 'PersistentVolumeClaim',
  namespaced: true,
};

const fieldManager = 'archipelago-simulated-importer';
/** Between looks at a namespace in which much changes. */
const pauseMs = 20;
const mostAtOnce = 8;

/** Plays CDI for boot sources: registries are asked for real, imports are claims without disks. */
export function startImporter(settings: ImporterSettings): { stop(): Promise<void> } {
  const importer = new Importer(settings);
  importer.start();
  return { stop: () => importer.stop() };
}

class Importer {
  readonly #settings: ImporterSettings;
  readonly #clock: Clock;
  readonly #queue: WorkQueue<string>;
  readonly #crons: Informer<KubernetesObject>;
  readonly #dataSources: Informer<KubernetesObject>;
  readonly #claims: Informer<KubernetesObject>;
  readonly #polls: ImagePolls;

  constructor(settings: ImporterSettings) {
    const { clock = systemClock, lookUp, pollMs, onProblem } = settings;
    this.#settings = settings;
    this.#clock = clock;
    this.#queue = createWorkQueue({
      clock,
      process: (namespace, signal) => this.#process(namespace, signal),
      onProcessed: ({ key, result }) => {
        if (result.outcome === 'retry') onProblem(`simulated importer in ${key}: ${result.because}`);
        if (result.outcome === 'threw' && !isAbortion(result.error))
          onProblem(`simulated importer in ${key}: ${String(result.error)}`);
      },
    });
    this.#polls = new ImagePolls({ lookUp, pollMs, clock, onAnswer: (namespace) => this.#look(namespace) });
    this.#crons = this.#follow(crons);
    this.#dataSources = this.#follow(dataSources);
    this.#claims = this.#follow(claims);
  }

  start(): void {
    for (const informer of [this.#crons, this.#dataSources, this.#claims]) informer.start();
  }

  async stop(): Promise<void> {
    this.#polls.stop();
    await Promise.all([this.#crons, this.#dataSources, this.#claims].map((informer) => informer.stop()));
    await this.#queue.shutdown();
  }

  #follow(resource: Resource): Informer<KubernetesObject> {
    const { client, onProblem } = this.#settings;
    return createInformer({
      client,
      resource,
      clock: this.#clock,
      trim: withoutManagers,
      onEvent: ({ object }) => this.#look(object.metadata.namespace ?? ''),
      onProblem: ({ doing, message }) => onProblem(`simulated importer: ${doing}: ${message}`),
    });
  }

  #look(namespace: string): void {
    this.#queue.addAfter(namespace, pauseMs);
  }

  async #process(namespace: string, signal: AbortSignal): Promise<WorkOutcome> {
    const world = this.#world(namespace);
    const writes: ImporterWrite[] = [];
    const waits: number[] = [];
    for (const cron of world.crons) {
      const step = cronStep(cron, this.#polls.answer(cron), world);
      writes.push(...step.writes);
      if (step.afterMs !== undefined) waits.push(step.afterMs);
    }
    this.#polls.keep(namespace, world.crons);
    for (const dataSource of world.dataSources.values()) writes.push(...dataSourceStep(dataSource, world));
    await this.#carryOut(writes, signal);
    return waits.length === 0 ? { outcome: 'done' } : { outcome: 'again', delayMs: Math.min(...waits) };
  }

  #world(namespace: string): ImporterWorld {
    const byName = (informer: Informer<KubernetesObject>) =>
      new Map(informer.store.list(namespace).map((object) => [object.metadata.name, object]));
    return {
      crons: this.#crons.store.list(namespace),
      dataSources: byName(this.#dataSources),
      claims: byName(this.#claims),
      now: this.#clock.now(),
      importMs: this.#settings.importMs,
    };
  }

  /** What was refused because something has changed meanwhile is looked at again when the watch tells. */
  async #carryOut(writes: readonly ImporterWrite[], signal: AbortSignal): Promise<void> {
    for (let start = 0; start < writes.length; start += mostAtOnce)
      await Promise.all(writes.slice(start, start + mostAtOnce).map((write) => this.#write(write, signal)));
  }

  async #write(write: ImporterWrite, signal: AbortSignal): Promise<void> {
    const { client, onProblem } = this.#settings;
    const { object } = write;
    const resource = resourceOf(object.kind);
    const name = { name: object.metadata.name, namespace: object.metadata.namespace };
    const options = { fieldManager, signal };
    const send = () => {
      switch (write.do) {
        case 'create':
          return client.create(resource, object, options);
        case 'patch':
          return client.patch(resource, name, { type: 'merge', body: write.patch }, options);
        case 'patchStatus':
          return client.patchStatus(resource, name, { type: 'merge', body: write.patch }, options);
        case 'delete':
          return client.delete(resource, name, { signal });
      }
    };
    const result = await send();
    if (!result.ok && result.status.code !== 404 && result.status.code !== 409)
      onProblem(`simulated importer: ${object.kind} ${object.metadata.name}: ${result.status.message}`);
  }
}

function resourceOf(kind: string): Resource {
  const found = [crons, dataSources, claims].find((resource) => resource.kind === kind);
  if (found === undefined) throw new Error(`the importer makes no ${kind}`);
  return found;
}

function withoutManagers({ metadata, ...rest }: KubernetesObject): KubernetesObject {
  const { managedFields: _, ...kept } = metadata;
  return { ...rest, apiVersion: rest.apiVersion, kind: rest.kind, metadata: kept };
}

function isAbortion(error: unknown): boolean {
  return error instanceof ApiConnectionError && error.failure === 'aborted';
}

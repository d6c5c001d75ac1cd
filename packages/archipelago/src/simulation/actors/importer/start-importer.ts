import { type Clock, type KubernetesObject, systemClock, textAt } from '@archipelago/apimachinery';
import {
  type ApiResult,
  createInformer,
  createWorkQueue,
  type Informer,
  type KubernetesClient,
  type WorkOutcome,
  type WorkQueue,
} from '@archipelago/kube-client';
import { isAbortion } from '../is-abortion.ts';
import { throughInformers } from '../through-informers.ts';
import { withoutManagers } from '../without-managers.ts';
import { cronStep, isScheduled } from './cron-step.ts';
import { dataSourceStep } from './data-source-step.ts';
import { followClasses, lacksDefault } from './follow-classes.ts';
import { ImagePolls, type LookUpImage } from './image-polls.ts';
import { importerKindOf, importerKinds, importerResources } from './importer-resources.ts';
import {
  cronLabel,
  type ImporterKind,
  type ImporterWorld,
  type ImporterWrite,
  onlyThis,
} from './importer-world.ts';

/** How the simulated importer behaves. */
interface ImporterOptions {
  readonly client: KubernetesClient;
  readonly lookUp: LookUpImage;
  /** How long an import takes, in milliseconds. */
  readonly importMs: number;
  /** How often registries are asked, whatever a cron's schedule says: nobody waits half a day in a sandbox. */
  readonly pollMs: number;
  /** As in a cluster with storage: without a default StorageClass nothing is imported that names none. */
  readonly waitsForClass?: boolean;
  /** Told in a sentence; the importer goes on by itself. */
  readonly onProblem: (problem: string) => void;
  readonly clock?: Clock;
}

const fieldManager = 'archipelago-simulated-importer';
/** Between looks at a namespace in which much changes. */
const pauseMs = 20;
const mostAtOnce = 8;

/** Plays CDI for boot sources: registries are asked for real, imports are claims without disks. */
export function startImporter(options: ImporterOptions): { stop(): Promise<void> } {
  const importer = new Importer(options);
  importer.start();
  return { stop: () => importer.stop() };
}

/** Index of DataSources by the namespace of the claim they lead to. */
const claimNamespace = 'claimNamespace';
/** Index of imports by namespace and name of the cron that made them. */
const maker = 'maker';

class Importer {
  readonly #options: ImporterOptions;
  /** Shows its writes at once: a cron that goes must not miss an import that has just begun. */
  readonly #client: KubernetesClient;
  readonly #clock: Clock;
  readonly #queue: WorkQueue<string>;
  readonly #informers: Readonly<Record<ImporterKind, Informer<KubernetesObject>>>;
  readonly #polls: ImagePolls;
  readonly #classes: Informer<KubernetesObject> | undefined;

  constructor(options: ImporterOptions) {
    const { clock = systemClock, lookUp, pollMs, onProblem } = options;
    this.#options = options;
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
    this.#informers = {
      DataImportCron: this.#follow('DataImportCron'),
      DataSource: this.#follow('DataSource'),
      DataVolume: this.#follow('DataVolume'),
      PersistentVolumeClaim: this.#follow('PersistentVolumeClaim'),
    };
    this.#client = throughInformers(
      options.client,
      importerKinds.map((kind) => [importerResources[kind], this.#informers[kind]]),
    );
    const onChange = () => this.#lookEverywhere();
    const { client, waitsForClass = false } = options;
    this.#classes = waitsForClass ? followClasses({ client, clock, onChange, onProblem }) : undefined;
  }

  start(): void {
    for (const informer of this.#all()) informer.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#all().map((informer) => informer.stop()));
    await this.#queue.shutdown();
    await this.#polls.stop();
  }

  #follow(kind: ImporterKind): Informer<KubernetesObject> {
    const { client, onProblem } = this.#options;
    return createInformer({
      client,
      resource: importerResources[kind],
      clock: this.#clock,
      trim: withoutManagers,
      onEvent: ({ object }) => {
        const { namespace = '' } = object.metadata;
        this.#look(namespace);
        for (const other of this.#leadingTo(namespace)) this.#look(other);
      },
      indexes: {
        [claimNamespace]: (object) => [textAt(object, 'spec', 'source', 'pvc', 'namespace')],
        [maker]: ({ metadata }) => [`${metadata.namespace ?? ''}/${metadata.labels?.[cronLabel] ?? ''}`],
      },
      onProblem: ({ doing, message }) => onProblem(`simulated importer: ${doing}: ${message}`),
    });
  }

  #lookEverywhere(): void {
    for (const { metadata } of this.#informers.DataImportCron.store.list())
      this.#look(metadata.namespace ?? '');
  }

  #all(): readonly Informer<KubernetesObject>[] {
    return [...Object.values(this.#informers), ...(this.#classes === undefined ? [] : [this.#classes])];
  }

  #look(namespace: string): void {
    this.#queue.addAfter(namespace, pauseMs);
  }

  /** Namespaces with DataSources that lead to claims of this one. */
  #leadingTo(namespace: string): ReadonlySet<string> {
    const users = this.#informers.DataSource.store.byIndex(claimNamespace, namespace);
    return new Set(users.map(({ metadata }) => metadata.namespace ?? ''));
  }

  async #process(namespace: string, signal: AbortSignal): Promise<WorkOutcome> {
    const isBlind = this.#all().some((informer) => !informer.hasSynced());
    if (isBlind) return { outcome: 'again', delayMs: pauseMs };
    const world = this.#world();
    const all = world.list('DataImportCron', namespace);
    this.#polls.keep(namespace, all.filter(isPolled));
    const steps = all.map((cron) =>
      cronStep(cron, isPolled(cron) ? this.#polls.answer(cron) : undefined, world),
    );
    const writes = steps.flatMap((step) => step.writes);
    const written = new Set(writes.map(({ object }) => object));
    for (const dataSource of world.list('DataSource', namespace))
      if (!written.has(dataSource)) writes.push(...dataSourceStep(dataSource, world));
    const problem = await this.#carryOut(writes, signal);
    if (problem !== undefined) return { outcome: 'retry', because: problem };
    const waits = steps.map(({ afterMs }) => afterMs).filter((wait) => wait !== undefined);
    return waits.length === 0 ? { outcome: 'done' } : { outcome: 'again', delayMs: Math.min(...waits) };
  }

  #world(): ImporterWorld {
    return {
      get: (kind, namespace, name) => this.#informers[kind].store.get({ namespace, name }),
      list: (kind, namespace) => this.#informers[kind].store.list(namespace),
      madeBy: (kind, namespace, cron) => this.#informers[kind].store.byIndex(maker, `${namespace}/${cron}`),
      now: this.#clock.now(),
      importMs: this.#options.importMs,
      lacksClass: lacksDefault(this.#classes),
    };
  }

  /** The first problem; all writes are tried. */
  async #carryOut(writes: readonly ImporterWrite[], signal: AbortSignal): Promise<string | undefined> {
    const problems: string[] = [];
    for (let start = 0; start < writes.length; start += mostAtOnce) {
      const some = writes.slice(start, start + mostAtOnce);
      const all = await Promise.all(some.map((write) => this.#write(write, signal)));
      problems.push(...all.filter((problem) => problem !== undefined));
    }
    return problems[0];
  }

  /** What was refused because something has changed meanwhile is looked at again when the watch tells. */
  async #write(write: ImporterWrite, signal: AbortSignal): Promise<string | undefined> {
    const { kind, metadata } = write.object;
    const result = await this.#send(write, signal);
    if (result.ok || result.status.code === 404 || result.status.code === 409) return undefined;
    return `${kind} ${metadata.name}: ${result.status.message}`;
  }

  #send(write: ImporterWrite, signal: AbortSignal): Promise<ApiResult<unknown>> {
    const client = this.#client;
    const { object } = write;
    const resource = importerResources[importerKindOf(object.kind)];
    const { name, namespace, uid = '', resourceVersion = '' } = object.metadata;
    const place = { name, namespace };
    const options = { fieldManager, signal };
    switch (write.do) {
      case 'create':
        return client.create(resource, object, options);
      case 'patch':
        return client.patch(resource, place, { type: 'merge', body: onlyThis(write) }, options);
      case 'patchStatus':
        return client.patchStatus(resource, place, { type: 'merge', body: onlyThis(write) }, options);
      case 'delete':
        return client.delete(resource, place, { signal, preconditions: { uid, resourceVersion } });
    }
  }
}

/** A cron that is about to go needs no answer. */
function isPolled(cron: KubernetesObject): boolean {
  return cron.metadata.deletionTimestamp === undefined && isScheduled(cron);
}

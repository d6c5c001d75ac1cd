import { type Clock, textsAt } from '@archipelago/apimachinery';
import { type KubernetesClient, mirroredWriter } from '@archipelago/kube-client';
import { parseMirrorSets, type RegistryRule, withInsecure } from '@archipelago/oci-registry';
import type { Desired } from '../../config/desire.ts';
import { insecureRegistries } from '../../config/settings/storage/insecure-registries.ts';
import type { Mirrors } from '../../engine/mirrors.ts';
import type { PassObserver } from '../../engine/pass-observer.ts';
import type { Action } from '../../engine/plan/action.ts';
import type { Tracing } from '../../engine/tracing.ts';
import { bootSourceChoicesOf } from '../../golden-images/boot-source-choices-of.ts';
import type { PlanFinding } from '../../golden-images/boot-sources/boot-source.ts';
import { defaultGracePeriod } from '../../golden-images/boot-sources/plan-boot-sources.ts';
import { goldenImagesOf } from '../../golden-images/golden-images-of.ts';
import { bootImageNamespace } from '../../golden-images/images/boot-image-namespace.ts';
import type { GoldenImage } from '../../golden-images/images/golden-images.ts';
import type { RegistryAnswers } from '../../golden-images/images/image-knowledge.ts';
import { type ImageToProbe, imageToProbe } from '../../golden-images/images/image-knowledge.ts';
import type { MetricValues } from '../../observability/metric-values.ts';
import { registryCounter } from '../../observability/registry-counter.ts';
import type { Failure } from '../../reconcile/failure.ts';
import type { ImportTroubles } from '../../reconcile/with-import-trouble.ts';
import type { ClusterMirror } from '../mirror/cluster-mirror.ts';
import type { GoldenImageChoices, ImporterMode } from '../options/golden-image-choices.ts';
import { createAskImage } from './ask-image.ts';
import { BootSourceMirror, type Follow } from './boot-source-mirror.ts';
import { bootSourceOwner } from './boot-source-owner.ts';
import { BootSourcePass, type RemovalStep, type Trouble } from './boot-source-pass.ts';
import { ImageProber } from './image-prober.ts';

interface GoldenImagesOptions {
  readonly client: KubernetesClient;
  readonly mirror: Pick<ClusterMirror, 'platform' | 'isServed' | 'imageMirrorSets'> & {
    readonly mirrors: Pick<Mirrors, 'writeThrough'> & { readonly follow: Follow };
  };
  readonly choices: GoldenImageChoices;
  /** The operator's, which is the HyperConverged's, too. */
  readonly namespace: string;
  readonly clock: Clock;
  readonly tracing?: Tracing | undefined;
  readonly random: () => number;
  /** Something a reconcile could see has changed. */
  readonly onChange: () => void;
  readonly onAction: (action: Action) => void;
  readonly onProblem: (message: string) => void;
  readonly observer?: PassObserver | undefined;
  readonly metrics?: Pick<MetricValues, 'add'>;
}

/** Everything about golden images but their rendering: who imports them, what registries say, the boot sources. */
export class GoldenImages {
  readonly #options: GoldenImagesOptions;
  readonly #prober: ImageProber | undefined;
  #controller: BootSourcePass | undefined;
  #bootSourceMirror: BootSourceMirror | undefined;
  #insecure: readonly string[] = [];
  #rules = '';

  constructor(options: GoldenImagesOptions) {
    this.#options = options;
    const { choices, client, clock, random, onChange, metrics } = options;
    const { registry, access = { credentials: [], ca: undefined } } = choices;
    if (registry === undefined) return;
    const ask = createAskImage({
      client,
      closedNamespace: options.namespace,
      registry,
      access,
      rules: () => this.#rulesNow(),
    });
    const onAsked = metrics && registryCounter(metrics);
    this.#prober = new ImageProber({ ask, clock, random, onChange, onAsked });
  }

  /** As it was chosen. */
  get mode(): ImporterMode {
    return this.#options.choices.importer;
  }

  /** Who makes the boot sources; never both. */
  importer(): 'builtin' | 'ssp' {
    const { choices, mirror } = this.#options;
    return choices.importer === 'auto' ? usualImporter(mirror) : choices.importer;
  }

  /** What registries said; undefined: images are not looked up. */
  answers(): RegistryAnswers | undefined {
    return this.#prober?.answers();
  }

  /** Brings boot sources in line with what is desired, until `signal` is aborted: when leadership ends. */
  follow(desired: Desired, signal: AbortSignal): void {
    const choices = bootSourceChoicesOf(desired);
    this.#insecure = textsAt(desired.resolution.get(insecureRegistries.name)?.value);
    this.#probe(choices.multiArchitecture ? goldenImagesOf(desired) : []);
    if (this.importer() === 'ssp') {
      this.#controller?.leave();
      return;
    }
    this.#startedController().follow(
      {
        ...choices,
        owner: bootSourceOwner(this.#options.namespace, desired.deployment.version),
        gracePeriod: this.#options.choices.gracePeriod ?? defaultGracePeriod,
      },
      signal,
    );
  }

  /** One step towards no boot source of ours being left; those that SSP makes go with it. */
  async remove(version: string, signal: AbortSignal): Promise<RemovalStep> {
    this.#prober?.want([]);
    if (this.importer() === 'ssp') return { state: 'gone' };
    return this.#startedController().remove(bootSourceOwner(this.#options.namespace, version), signal);
  }

  /** Nothing is configured: nothing is looked up or kept up to date. */
  leave(): void {
    this.#prober?.want([]);
    this.#controller?.leave();
  }

  /** What could not be done, and what may not be read. */
  failures(fix: string): readonly Failure[] {
    if (this.#controller === undefined || this.importer() === 'ssp') return [];
    const unread = this.#bootSources().forbidden();
    return [
      ...unread.map((message) => ({ kind: 'forbidden' as const, message, fix, unseen: 'boot sources' })),
      ...this.#controller.trouble().map((trouble) => troubleFailure(trouble, fix)),
    ];
  }

  findings(): readonly PlanFinding[] {
    return this.#controller?.findings() ?? [];
  }

  /** Why images are not imported, by template: for the status. */
  imports(): ImportTroubles {
    const failed = this.findings().filter(({ reason }) => reason === 'ImportFailed');
    const troubles = new Map<string, string>();
    for (const { template, message } of failed) {
      const before = troubles.get(template);
      troubles.set(template, before === undefined ? message : `${before}; ${message}`);
    }
    return troubles;
  }

  async stop(): Promise<void> {
    this.#prober?.stop();
    await this.#controller?.stop();
  }

  #home(): string {
    return bootImageNamespace(this.#options.mirror.platform());
  }

  /** Followed from the first call on. */
  #bootSources(): BootSourceMirror {
    if (this.#bootSourceMirror === undefined) {
      const { mirror } = this.#options;
      const follow: Follow = (resource, shape) => mirror.mirrors.follow(resource, shape);
      this.#bootSourceMirror = new BootSourceMirror(follow, this.#home(), () => this.#controller?.look());
      this.#bootSourceMirror.start();
    }
    return this.#bootSourceMirror;
  }

  #startedController(): BootSourcePass {
    const { client, mirror: cluster, clock, tracing, observer } = this.#options;
    const { onAction, onChange, onProblem } = this.#options;
    const mirror = this.#bootSources();
    this.#controller ??= new BootSourcePass({
      client: mirroredWriter(client, cluster.mirrors),
      clock,
      tracing,
      mirror,
      onProblem,
      observer,
      onDone: onAction,
      onNews: onChange,
    });
    return this.#controller;
  }

  #probe(wanted: readonly GoldenImage[]): void {
    const images = wanted
      .map(({ effective }) => imageToProbe(effective, this.#home()))
      .filter((image): image is ImageToProbe => image.kind === 'image');
    this.#prober?.want(images);
    const rules = JSON.stringify(this.#rulesNow());
    if (this.#rules !== '' && this.#rules !== rules) this.#prober?.retry();
    this.#rules = rules;
  }

  #rulesNow(): readonly RegistryRule[] {
    const { choices, mirror } = this.#options;
    return withInsecure(
      [...(choices.rules ?? []), ...parseMirrorSets(mirror.imageMirrorSets())],
      this.#insecure,
    );
  }
}

/** SSP where it is deployed: on OpenShift, once its definition is installed. A definition alone imports nothing. */
export function usualImporter(mirror: Pick<ClusterMirror, 'platform' | 'isServed'>): 'builtin' | 'ssp' {
  return mirror.platform() === 'openshift' && mirror.isServed('ssps.ssp.kubevirt.io') ? 'ssp' : 'builtin';
}

/** A failure of the HyperConverged for what a boot source met with. */
export function troubleFailure({ because, forbidden }: Trouble, fix: string): Failure {
  return forbidden ? { kind: 'forbidden', message: because, fix } : { kind: 'failed', message: because };
}

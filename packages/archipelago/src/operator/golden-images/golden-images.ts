import type { Clock, JsonObject } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { parseMirrorSets, type RegistryRule, withInsecure } from '@archipelago/oci-registry';
import { architecturesOfNodes } from '../../config/derive-facts.ts';
import { readAt } from '../../config/framework/read-at.ts';
import type { Desired } from '../../config/render-cluster.ts';
import { enableMultiArchBootImageImport } from '../../config/settings/feature-gates/enable-multi-arch-boot-image-import.ts';
import { insecureRegistries } from '../../config/settings/storage/insecure-registries.ts';
import type { GoldenImage } from '../../config/settings/workload-sources/data-import-cron-templates/golden-images.ts';
import { mirroredWriter } from '../../engine/mirrored-writer.ts';
import type { Mirrors } from '../../engine/mirrors.ts';
import type { Action } from '../../engine/plan/action.ts';
import { bootImageNamespace } from '../../golden-images/boot-image-namespace.ts';
import type { PlanFinding } from '../../golden-images/boot-source.ts';
import { type DecidedImage, decidedTemplates } from '../../golden-images/decide-templates.ts';
import { type ImageKnowledge, type ImageToProbe, imageToProbe } from '../../golden-images/image-knowledge.ts';
import { defaultGracePeriod } from '../../golden-images/plan-boot-sources.ts';
import type { Failure } from '../../reconcile/conditions.ts';
import type { ClusterMirror } from '../mirror/cluster-mirror.ts';
import type { GoldenImageChoices, ImporterMode } from '../options/golden-image-choices.ts';
import { createAskImage } from './ask-image.ts';
import { BootSourceController, type RemovalStep, type Trouble } from './boot-source-controller.ts';
import { BootSourceMirror, type Follow } from './boot-source-mirror.ts';
import { bootSourceOwner } from './boot-source-owner.ts';
import { ImageProber } from './image-prober.ts';

interface GoldenImagesSettings {
  readonly client: KubernetesClient;
  readonly mirror: Pick<ClusterMirror, 'platform' | 'isServed' | 'imageMirrorSets'> & {
    readonly mirrors: Pick<Mirrors, 'writeThrough'> & { readonly follow: Follow };
  };
  readonly choices: GoldenImageChoices;
  /** The operator's, which is the HyperConverged's, too. */
  readonly namespace: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Something a reconcile could see has changed. */
  readonly onChange: () => void;
  readonly onAction: (action: Action) => void;
  readonly onProblem: (message: string) => void;
}

/** What golden images follow from. */
interface FollowedImages {
  readonly desired: Desired;
  readonly decided: readonly DecidedImage[];
  /** Of the HyperConverged. */
  readonly spec: JsonObject;
  /** Aborted when leadership ends. */
  readonly signal: AbortSignal;
}

/** Everything about golden images but their rendering: who imports them, what registries say, the boot sources. */
export class GoldenImages {
  readonly #settings: GoldenImagesSettings;
  readonly #prober: ImageProber | undefined;
  #controller: BootSourceController | undefined;
  #bootSourceMirror: BootSourceMirror | undefined;
  #insecure: readonly string[] = [];
  #rules = '';

  constructor(settings: GoldenImagesSettings) {
    this.#settings = settings;
    const { choices, client, clock, random, onChange } = settings;
    const { registry, access = { credentials: [], ca: undefined } } = choices;
    if (registry === undefined) return;
    const ask = createAskImage({ client, registry, access, rules: () => this.#rulesNow() });
    this.#prober = new ImageProber({ ask, clock, random, onChange });
  }

  /** As it was chosen. */
  get mode(): ImporterMode {
    return this.#settings.choices.importer;
  }

  /** Who makes the boot sources; never both. */
  importer(): 'builtin' | 'ssp' {
    const { choices, mirror } = this.#settings;
    return choices.importer === 'auto' ? usualImporter(mirror) : choices.importer;
  }

  /** Undefined: images are not looked up. */
  knowledgeOf({ effective }: GoldenImage): ImageKnowledge | undefined {
    if (this.#prober === undefined) return undefined;
    const image = imageToProbe(effective, this.#home());
    return image.kind === 'image' ? this.#prober.knowledge(image) : image;
  }

  follow({ desired, decided, spec, signal }: FollowedImages): void {
    const { resolution, facts } = desired;
    const isOn = resolution.get(enableMultiArchBootImageImport.name)?.value === true;
    this.#insecure = textsOf(resolution.get(insecureRegistries.name)?.value);
    this.#probe(isOn ? decided : []);
    if (this.importer() === 'ssp') {
      this.#controller?.leave();
      return;
    }
    this.#startedController().follow(
      {
        templates: decidedTemplates(decided),
        multiArchitecture: isOn,
        workload: architecturesOfNodes(facts, readAt(spec, ['workloads', 'nodePlacement'])),
        owner: bootSourceOwner(this.#settings.namespace, facts.deployment.version),
        namespace: this.#home(),
        gracePeriod: this.#settings.choices.gracePeriod ?? defaultGracePeriod,
      },
      signal,
    );
  }

  /** One step towards no boot source of ours being left; those that SSP makes go with it. */
  async remove(version: string, signal: AbortSignal): Promise<RemovalStep> {
    this.#prober?.want([]);
    if (this.importer() === 'ssp') return { state: 'gone' };
    return this.#startedController().remove(bootSourceOwner(this.#settings.namespace, version), signal);
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

  async stop(): Promise<void> {
    this.#prober?.stop();
    await this.#controller?.stop();
  }

  #home(): string {
    return bootImageNamespace(this.#settings.mirror.platform());
  }

  /** Followed from the first call on. */
  #bootSources(): BootSourceMirror {
    if (this.#bootSourceMirror === undefined) {
      const { mirror } = this.#settings;
      const follow: Follow = (resource, shape) => mirror.mirrors.follow(resource, shape);
      this.#bootSourceMirror = new BootSourceMirror(follow, this.#home(), () => this.#controller?.look());
      this.#bootSourceMirror.start();
    }
    return this.#bootSourceMirror;
  }

  #startedController(): BootSourceController {
    const { client, mirror: cluster, clock, onAction, onChange, onProblem } = this.#settings;
    const mirror = this.#bootSources();
    this.#controller ??= new BootSourceController({
      client: mirroredWriter(client, cluster.mirrors),
      clock,
      mirror,
      onProblem,
      onDone: onAction,
      onNews: onChange,
    });
    return this.#controller;
  }

  #probe(decided: readonly DecidedImage[]): void {
    const images = decided
      .map(({ image }) => imageToProbe(image.effective, this.#home()))
      .filter((image): image is ImageToProbe => image.kind === 'image');
    this.#prober?.want(images);
    const rules = JSON.stringify(this.#rulesNow());
    if (this.#rules !== '' && this.#rules !== rules) this.#prober?.retry();
    this.#rules = rules;
  }

  #rulesNow(): readonly RegistryRule[] {
    const { choices, mirror } = this.#settings;
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

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

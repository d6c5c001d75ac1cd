import {
  type Clock,
  isJsonObject,
  type KubernetesObject,
  listAt,
  objectAt,
  textAt,
} from '@archipelago/apimachinery';
import type { ApiResult, Informer, KubernetesClient, WorkOutcome } from '@archipelago/kube-client';
import { Controller } from '../../engine/controller.ts';
import type { Follow } from '../../engine/mirrors.ts';
import type { PassObserver } from '../../engine/pass-observer.ts';
import type { Tracing } from '../../engine/tracing.ts';
import { byName } from '../mirror/mirrored-kinds.ts';
import type { CertificatePair } from '../serving/certificate-pair.ts';
import { planCertificates } from './plan-certificates.ts';
import { takeCertificateStep } from './take-certificate-step.ts';
import { bundleOf, dataOf, readCertificates, type WebhookCertificates } from './webhook-certificates.ts';
import { secrets, webhookConfigurations } from './webhook-kinds.ts';
import { webhookNames } from './webhook-names.ts';

interface CertificateKeeperOptions {
  /** Writes while this process leads. */
  readonly client: Pick<KubernetesClient, 'update' | 'patch'>;
  readonly follow: Follow;
  readonly namespace: string;
  /** Names or addresses that API servers connect to. */
  readonly hosts: readonly string[];
  readonly clock: Clock;
  /** The present of those who connect; the clock's when absent. */
  readonly theirNow?: (() => number) | undefined;
  readonly tracing?: Tracing | undefined;
  /** What is to be served from now on; every replica hears it. */
  readonly onServing: (pair: CertificatePair) => void;
  /** Hears what the Secret holds, whenever that may have changed. */
  readonly onStored?: (certificates: WebhookCertificates) => void;
  readonly onProblem: (message: string) => void;
  readonly observer?: PassObserver | undefined;
}

const longestRetryMs = 30_000;
/** Timers hold no longer than some weeks, and clocks are set. */
const longestWaitMs = 24 * 3_600_000;

/**
 * Keeps the webhook's authority and certificate in a Secret, and the authority in the webhook's configuration, so that API servers trust
 * it: the process that leads makes and renews them, all others serve what they read. Both objects come with the manifests.
 */
export class CertificateKeeper {
  readonly #options: CertificateKeeperOptions;
  readonly #secret: Informer<KubernetesObject>;
  readonly #configuration: Informer<KubernetesObject>;
  readonly #controller: Controller;
  #served = '';
  #told = '';

  constructor(options: CertificateKeeperOptions) {
    const { follow, namespace, clock, tracing, onProblem } = options;
    this.#options = options;
    const told = {
      trim: (object: KubernetesObject) => object,
      onEvent: () => this.#changed(),
      onKnowledge: () => this.#changed(),
    };
    this.#secret = follow(secrets, { ...told, selection: byName(webhookNames.secret, namespace) });
    this.#configuration = follow(webhookConfigurations, {
      ...told,
      selection: byName(webhookNames.configuration, undefined),
    });
    this.#controller = new Controller({
      name: 'webhook',
      clock,
      tracing,
      pace: { pauseMs: 100, perPlanning: 0, longestPauseMs: 100 },
      reconnectWithinMs: longestRetryMs,
      pass: () => this.#pass(),
      onProblem,
      observer: options.observer,
    });
  }

  /** This process makes and renews them from now on, until `signal` is aborted. */
  lead(signal: AbortSignal): void {
    this.#controller.lead(signal);
  }

  async stop(): Promise<void> {
    await this.#controller.stop();
  }

  #changed(): void {
    const certificates = this.#stored();
    if (certificates !== undefined) this.#options.onStored?.(certificates);
    const pem = certificates?.serving.certificate ?? '';
    if (certificates !== undefined && pem !== this.#served) {
      this.#served = pem;
      this.#options.onServing(certificates.serving);
    }
    this.#controller.look();
  }

  #stored(): WebhookCertificates | undefined {
    const [secret] = this.#secret.store.list();
    return secret && readCertificates(secret);
  }

  async #pass(): Promise<WorkOutcome> {
    const outcome = await this.#renew();
    const because = outcome.outcome === 'retry' ? outcome.because : '';
    if (because !== '' && because !== this.#told) this.#options.onProblem(`webhook: ${because}`);
    this.#told = because;
    return outcome;
  }

  async #renew(): Promise<WorkOutcome> {
    const { namespace } = this.#options;
    const informers = [this.#secret, this.#configuration];
    const refusal = informers.flatMap((each) => each.refusal() ?? [])[0];
    if (refusal !== undefined) return retry(refusal.message);
    // it is looked again when they have been read
    if (informers.some((each) => each.knowledge() !== 'complete')) return { outcome: 'done' };
    const [[secret], [configuration]] = [this.#secret.store.list(), this.#configuration.store.list()];
    // whoever took the webhook away wants none
    if (configuration === undefined) return { outcome: 'done' };
    if (secret === undefined)
      return retry(`Secret ${namespace}/${webhookNames.secret} is missing: apply the manifests again`);
    return this.#step(secret, configuration);
  }

  /** First what is served, then what is trusted: each is read again before the next step. */
  async #step(secret: KubernetesObject, configuration: KubernetesObject): Promise<WorkOutcome> {
    const now = this.#options.clock.now();
    const stored = readCertificates(secret);
    const { hosts, theirNow } = this.#options;
    const step = planCertificates({ stored, published: publishedIn(configuration), hosts, now });
    const next = await takeCertificateStep(step, { stored, hosts, now, theirNow: theirNow?.() });
    const trusted = next ?? stored;
    const refused =
      (next && (await this.#store(secret, next))) ??
      (trusted && (await this.#publish(configuration, bundleOf(trusted.authorities))));
    if (refused !== undefined) return retry(refused);
    const waitMs = step.kind === 'keep' ? step.until - now : 0;
    return { outcome: 'again', delayMs: Math.min(Math.max(waitMs, 1_000), longestWaitMs) };
  }

  async #store(secret: KubernetesObject, certificates: WebhookCertificates): Promise<string | undefined> {
    const written = await this.#options.client.update(secrets, { ...secret, data: dataOf(certificates) });
    return refusalOf(written);
  }

  /** Of the version that was seen: somebody may have changed the configuration meanwhile. */
  async #publish(configuration: KubernetesObject, bundle: string): Promise<string | undefined> {
    const caBundle = Buffer.from(bundle).toString('base64');
    const webhooks = listAt(configuration, 'webhooks').filter(isJsonObject);
    if (webhooks.every((webhook) => textAt(webhook, 'clientConfig', 'caBundle') === caBundle))
      return undefined;
    const { name, resourceVersion = '' } = configuration.metadata;
    const trusting = webhooks.map((webhook) => ({
      ...webhook,
      clientConfig: { ...objectAt(webhook, 'clientConfig'), caBundle },
    }));
    const body = { metadata: { resourceVersion }, webhooks: trusting };
    return refusalOf(
      await this.#options.client.patch(webhookConfigurations, { name }, { type: 'merge', body }),
    );
  }
}

/** What API servers trust by a configuration, as PEM. */
function publishedIn({ webhooks }: KubernetesObject): string {
  const [first] = listAt(webhooks);
  return Buffer.from(textAt(first, 'clientConfig', 'caBundle'), 'base64').toString('utf8');
}

function refusalOf(result: ApiResult<unknown>): string | undefined {
  return result.ok ? undefined : result.status.message;
}

function retry(because: string): WorkOutcome {
  return { outcome: 'retry', because, withinMs: longestRetryMs };
}

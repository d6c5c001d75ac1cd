import type { Clock } from '@archipelago/apimachinery';
import { type KubernetesClient, mirroredWriter } from '@archipelago/kube-client';
import { hyperConvergedKind } from '../api/hyper-converged-kind.ts';
import type { DeploymentParameters } from '../cluster-facts/inputs.ts';
import { derivedOf } from '../config/framework/resolve.ts';
import { type TlsParameters, tlsProfiles } from '../config/settings/security/tls-profiles.ts';
import { tlsSecurityProfile } from '../config/settings/security/tls-security-profile.ts';
import type { PassObserver } from '../engine/pass-observer.ts';
import type { Tracing } from '../engine/tracing.ts';
import type { MetricValues } from '../observability/metric-values.ts';
import { DesiredState } from './desired-state.ts';
import type { GoldenImages } from './golden-images/golden-images.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';
import type { Judgement, Review } from './options/review.ts';
import type { OperatorOptions } from './options/running-operator.ts';
import { showExpiry } from './serving/show-expiry.ts';
import { CertificateKeeper } from './webhook/certificate-keeper.ts';
import { HyperConvergedJudge } from './webhook/hyper-converged-judge.ts';
import type { WebhookCertificates } from './webhook/webhook-certificates.ts';
import { webhookHosts } from './webhook/webhook-names.ts';

interface AdmissionOptions {
  readonly options: OperatorOptions;
  /** Writes while this process leads. */
  readonly client: KubernetesClient;
  readonly mirror: ClusterMirror;
  readonly images: GoldenImages;
  readonly deployment: DeploymentParameters;
  readonly namespace: string;
  readonly clock: Clock;
  readonly tracing?: Tracing | undefined;
  readonly random: () => number;
  readonly metrics: Pick<MetricValues, 'add' | 'observe' | 'set'>;
  readonly observer?: PassObserver;
  readonly onProblem: (message: string) => void;
}

/** What the operator does for the webhook: it judges, and keeps the certificates where nobody else does. */
export class Admission {
  readonly #mirror: ClusterMirror;
  readonly #desired: DesiredState;
  readonly #judge: HyperConvergedJudge;
  readonly #metrics: AdmissionOptions['metrics'];
  readonly #clock: Clock;
  readonly #keeper: CertificateKeeper | undefined;

  constructor(parts: AdmissionOptions) {
    const { options, mirror } = parts;
    [this.#mirror, this.#metrics, this.#clock] = [mirror, parts.metrics, parts.clock];
    this.#desired = new DesiredState(parts);
    const inputsFor = this.#desired.inputsFor.bind(this.#desired);
    this.#judge = new HyperConvergedJudge({ ...parts, client: options.client, inputsFor });
    const { follow } = mirror.mirrors;
    const client = mirroredWriter(parts.client, mirror.mirrors);
    const { webhookCertificate: kept } = options;
    const hosts = kept?.hosts ?? webhookHosts(parts.namespace);
    const onStored = (certificates: WebhookCertificates) => this.#showExpiry(certificates);
    this.#keeper = kept && new CertificateKeeper({ ...parts, ...kept, hosts, follow, client, onStored });
  }

  async judge(review: Review): Promise<Judgement> {
    const started = this.#clock.monotonic();
    let decision: Decision = 'error';
    try {
      const judgement = await this.#judge.judge(review);
      decision = decisionOf(judgement);
      return judgement;
    } finally {
      const { kind } = hyperConvergedKind;
      this.#metrics.add('admissionDecisions', { kind, operation: review.operation, decision });
      this.#metrics.observe('admissionDuration', { kind }, (this.#clock.monotonic() - started) / 1000);
    }
  }

  /** As the HyperConverged wants it, or the cluster where it says nothing. */
  tls(): TlsParameters {
    const { Intermediate } = tlsProfiles;
    const object = this.#mirror.hyperConverged()?.object;
    if (object === undefined || this.#mirror.unread() !== undefined) return Intermediate;
    const { resolution } = this.#desired.of(object).configured;
    return derivedOf(tlsSecurityProfile, resolution) ?? Intermediate;
  }

  #showExpiry({ serving, authorities: [newest = ''] }: WebhookCertificates): void {
    showExpiry(this.#metrics, 'webhook', serving.certificate);
    showExpiry(this.#metrics, 'webhook-authority', newest);
  }

  /** This process makes and renews certificates from now on, until `signal` is aborted. */
  lead(signal: AbortSignal): void {
    this.#keeper?.lead(signal);
  }

  async stop(): Promise<void> {
    await this.#keeper?.stop();
  }
}

type Decision = 'allowed' | 'refused' | 'error';

function decisionOf(judgement: Judgement): Decision {
  if ('unready' in judgement) return 'error';
  return judgement.allowed ? 'allowed' : 'refused';
}

import type { Clock } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import type { DeploymentParameters } from '../cluster-facts/inputs.ts';
import { derivedOf } from '../config/framework/resolve.ts';
import { type TlsParameters, tlsProfiles } from '../config/settings/security/tls-profiles.ts';
import { tlsSecurityProfile } from '../config/settings/security/tls-security-profile.ts';
import { mirroredWriter } from '../engine/mirrored-writer.ts';
import type { Tracing } from '../engine/tracing.ts';
import { DesiredState } from './desired-state.ts';
import type { GoldenImages } from './golden-images/golden-images.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';
import type { Judgement, Review } from './options/review.ts';
import type { OperatorOptions } from './options/running-operator.ts';
import { CertificateKeeper } from './webhook/certificate-keeper.ts';
import { HyperConvergedJudge } from './webhook/hyper-converged-judge.ts';
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
  readonly onProblem: (message: string) => void;
}

/** What the operator does for the webhook: it judges, and keeps the certificates where nobody else does. */
export class Admission {
  readonly #mirror: ClusterMirror;
  readonly #desired: DesiredState;
  readonly #judge: HyperConvergedJudge;
  readonly #keeper: CertificateKeeper | undefined;

  constructor(parts: AdmissionOptions) {
    const { options, mirror } = parts;
    this.#mirror = mirror;
    this.#desired = new DesiredState(parts);
    const inputsFor = this.#desired.inputsFor.bind(this.#desired);
    this.#judge = new HyperConvergedJudge({ ...parts, client: options.client, inputsFor });
    const { follow } = mirror.mirrors;
    const client = mirroredWriter(parts.client, mirror.mirrors);
    const { webhookCertificate: kept } = options;
    const hosts = kept?.hosts ?? webhookHosts(parts.namespace);
    this.#keeper = kept && new CertificateKeeper({ ...parts, ...kept, hosts, follow, client });
  }

  judge(review: Review): Promise<Judgement> {
    return this.#judge.judge(review);
  }

  /** As the HyperConverged wants it, or the cluster where it says nothing. */
  tls(): TlsParameters {
    const { Intermediate } = tlsProfiles;
    const object = this.#mirror.hyperConverged()?.object;
    if (object === undefined || this.#mirror.unread() !== undefined) return Intermediate;
    const { resolution } = this.#desired.of(object).configured;
    return derivedOf(tlsSecurityProfile, resolution) ?? Intermediate;
  }

  /** This process makes and renews certificates from now on, until `signal` is aborted. */
  lead(signal: AbortSignal): void {
    this.#keeper?.lead(signal);
  }

  async stop(): Promise<void> {
    await this.#keeper?.stop();
  }
}

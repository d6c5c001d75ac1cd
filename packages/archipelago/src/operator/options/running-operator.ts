import type { Clock } from '@archipelago/apimachinery';
import type { InformerTiming, KubernetesClient, LeaderElectionTiming } from '@archipelago/kube-client';
import type { DeploymentParameters } from '../../cluster-facts/inputs.ts';
import type { TlsParameters } from '../../config/settings/security/tls-profiles.ts';
import type { Tracing } from '../../engine/tracing.ts';
import type { ActiveAlert } from '../../observability/alerts/alert-states.ts';
import type { MetricValues } from '../../observability/metric-values.ts';
import type { CertificatePair } from '../serving/certificate-pair.ts';
import type { AlertChoices } from './alert-choices.ts';
import type { DoctorChoices } from './doctor-choices.ts';
import type { GoldenImageChoices } from './golden-image-choices.ts';
import type { LayeringChoices } from './layering-choices.ts';
import type { OperatorEvent } from './operator-event.ts';
import type { Judgement, Review } from './review.ts';

export interface OperatorOptions {
  readonly client: KubernetesClient;
  /** The operator's, which is the HyperConverged's, too. */
  readonly namespace: string;
  readonly deployment: DeploymentParameters;
  /** Unique among the processes of the operator; absent: no election, this process leads. */
  readonly election?: { readonly identity: string; readonly timing?: Partial<LeaderElectionTiming> };
  /** Shared with whoever counts requests; own ones when absent. */
  readonly metrics?: MetricValues;
  readonly onEvent?: (event: OperatorEvent) => void;
  readonly clock?: Clock;
  /** Numbers in [0, 1): jitter, and the import schedule. */
  readonly random?: () => number;
  /** Absent: SSP imports the golden images, and no registry is asked about them. */
  readonly goldenImages?: GoldenImageChoices;
  /** Absent: nobody asks the doctor. */
  readonly doctor?: DoctorChoices;
  /** As usual when absent. */
  readonly alerts?: AlertChoices;
  /** Absent: MachineOSConfigs are not looked at. */
  readonly layering?: LayeringChoices;
  /** The operator keeps the webhook's authority and certificate; absent: others make them, or there is no webhook. */
  readonly webhookCertificate?: {
    /** Names or addresses that API servers connect to; absent: those of the Service. */
    readonly hosts?: readonly string[];
    /** Hears what is to be served. */
    readonly onServing: (pair: CertificatePair) => void;
    /** The present of API servers, where the operator's clock is ahead of it; absent: the operator's. */
    readonly theirNow?: () => number;
  };
  /** Absent: nobody traces. */
  readonly tracing?: Tracing | undefined;
  /** Of the informers. */
  readonly timing?: Partial<InformerTiming>;
}

/** What the operator knows for the webhook, whether this process leads or not. */
export interface RunningAdmission {
  /** What is said of a HyperConverged. */
  judge(review: Review): Promise<Judgement>;
  /** TLS versions and ciphers as the HyperConverged, or the cluster, wants them. */
  tls(): TlsParameters;
}

export interface RunningOperator {
  readonly metrics: MetricValues;
  readonly admission: RunningAdmission;
  /** True once the cluster has been read. */
  isReady(): boolean;
  /** What reading the cluster waits for; undefined once it is ready. */
  unreadyBecause(): string | undefined;
  /** Networks of pods and services, as far as the cluster tells; more once it has been read. */
  innerNetworks(): readonly string[];
  /** Why only a restart helps; undefined: all is well, or a restart would not help. */
  stuckBecause(): Promise<string | undefined>;
  /** Brings gauges up to date that nobody counts, before a scrape. */
  refreshMetrics(): void;
  /** Alerts that are pending or fire; undefined: another process leads, or nobody has looked yet. */
  activeAlerts(): readonly ActiveAlert[] | undefined;
  /** Finishes what is under way, gives the lease up, closes watches. */
  stop(): Promise<void>;
}

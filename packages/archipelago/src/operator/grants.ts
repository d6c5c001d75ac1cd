import { isKubernetesObject, type JsonObject } from '@archipelago/apimachinery';
import { type EventRecorder, isMissingPermission, type WorkOutcome } from '@archipelago/kube-client';
import type { Failure } from '../reconcile/failure.ts';
import { grantFix } from './failures.ts';
import type { GoldenImages } from './golden-images/golden-images.ts';
import type { HyperConvergedRefusal } from './hyper-converged-refusal.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';
import type { LayeringChoices } from './options/layering-choices.ts';
import { layeringInstallation } from './rights/permission.ts';
import type { WebhookAuthority } from './rights/webhook-authority.ts';

interface GrantsOptions {
  readonly mirror: Pick<ClusterMirror, 'platform' | 'unread' | 'forbidden'>;
  readonly namespace: string;
  readonly recorder: Pick<EventRecorder, 'record'>;
  readonly random: () => number;
  readonly images: Pick<GoldenImages, 'mode'>;
  readonly webhook?: WebhookAuthority | undefined;
  /** Whether the doctor is asked. */
  readonly doctor?: boolean | undefined;
  /** Absent: none. */
  readonly layering?: LayeringChoices | undefined;
}

/** How long a grant may go unnoticed. */
const longestMs = 5_000;
/** How long another definition of the HyperConverged may. */
const longestInvalidMs = 60_000;

/** What to do and to say where the operator lacks a permission. */
export class Grants {
  readonly #options: GrantsOptions;
  #told = '';

  constructor(options: GrantsOptions) {
    this.#options = options;
  }

  /** How to give the operator what it lacks. */
  get fix(): string {
    const { mirror, namespace, images, layering, webhook, doctor } = this.#options;
    const installation = { namespace, platform: mirror.platform(), importer: images.mode, webhook, doctor };
    return grantFix({ ...installation, ...layeringInstallation(layering) });
  }

  /** Facts about the cluster that may not be read. */
  failures(): readonly Failure[] {
    const { mirror } = this.#options;
    const unseen = mirror.unread() === undefined ? {} : { unseen: 'the cluster' };
    return mirror.forbidden().map((message) => ({ kind: 'forbidden', message, fix: this.fix, ...unseen }));
  }

  /** Where not even a condition can be written: an event, once, for it comes again every few seconds. */
  tell(about: JsonObject | undefined, { status, message }: HyperConvergedRefusal): void {
    if (message === this.#told || about === undefined || !isKubernetesObject(about)) return;
    this.#told = message;
    const event = isMissingPermission(status)
      ? ({ reason: 'PermissionsMissing', message: `${message}; ${this.fix}` } as const)
      : ({ reason: 'WriteRefused', message } as const);
    this.#options.recorder.record({ about, type: 'Warning', ...event });
  }

  /** Writes are taken: the next refusal is news, also if it says the same. */
  settled(): void {
    this.#told = '';
  }

  /** While a right is missing the work is not done, also where nothing was refused just now; who may read again is told, and wakes us. */
  awaited(failures: readonly Failure[]): WorkOutcome | undefined {
    const missing = failures.find((failure) => failure.kind === 'forbidden');
    return missing && { outcome: 'retry', because: missing.message, withinMs: longestInvalidMs };
  }

  /** When to try again what the server does not take. */
  afterRefusal({ status, message }: HyperConvergedRefusal): WorkOutcome {
    return isMissingPermission(status)
      ? this.soon(message)
      : { outcome: 'retry', because: message, withinMs: longestInvalidMs };
  }

  /** Nobody tells when a permission is granted. */
  soon(because: string): WorkOutcome {
    const withinMs = (longestMs / 2) * (1 + this.#options.random());
    return { outcome: 'retry', because, withinMs };
  }
}

import { sleep, systemClock } from '@archipelago/apimachinery';
import type { MetricValues } from '../../../observability/metric-values.ts';
import type { OperatorOptions, RunningAdmission } from '../../../operator/options/running-operator.ts';
import type { BoundedServer } from '../../../operator/serving/bounded-server.ts';
import type { CertificatePair } from '../../../operator/serving/certificate-pair.ts';
import { ServingCertificate } from '../../../operator/serving/serving-certificate.ts';
import { showExpiry } from '../../../operator/serving/show-expiry.ts';
import { startWebhookServer } from '../../../operator/webhook/webhook-server.ts';
import { UsageError } from '../../process/io.ts';
import { type BindAddress, parseBindAddress } from './bind-address.ts';
import type { ComponentLog } from './log/log-event.ts';

/** The flags about the webhook, as commander gives them. */
export interface WebhookOptions {
  readonly webhookBindAddress?: string;
  readonly webhookCertPath?: string;
}

/** How the webhook is served. */
type WebhookServing =
  | { readonly kind: 'none' }
  /** `folder`: where its certificate is; undefined: the operator keeps one. */
  | { readonly kind: 'served'; readonly address: BindAddress; readonly folder: string | undefined };

const flag = '--webhook-bind-address';

/** Reads the flags; without them there is no webhook. */
export function parseWebhookServing(options: WebhookOptions): WebhookServing {
  const address = parseBindAddress(flag, options.webhookBindAddress ?? '0');
  const folder = options.webhookCertPath;
  if (address !== undefined) return { kind: 'served', address, folder };
  if (folder !== undefined)
    throw new UsageError(`--webhook-cert-path: has no effect without ${flag}; add ${flag} :9443`);
  return { kind: 'none' };
}

/** TLS versions are looked at that often. */
const betweenLooksMs = 10_000;

/** Serves the webhook with the certificate that it was given last, and the TLS versions that are in effect. */
export class Webhook {
  readonly #serving: WebhookServing;
  readonly #log: ComponentLog;
  readonly #metrics: Pick<MetricValues, 'set'>;
  readonly #stopping = new AbortController();
  #files: ServingCertificate | undefined;
  #pair: CertificatePair | undefined;
  #server: BoundedServer | undefined;
  #admission: RunningAdmission | undefined;
  #served = '';
  #told = '';

  constructor(serving: WebhookServing, log: ComponentLog, metrics: Pick<MetricValues, 'set'>) {
    this.#serving = serving;
    this.#metrics = metrics;
    this.#log = log;
  }

  /** What of it goes into the operator's options: where there are no files, the operator keeps the certificate. */
  optionsOfOperator(): Pick<OperatorOptions, 'webhookCertificate'> {
    const isKept = this.#serving.kind === 'served' && this.#serving.folder === undefined;
    return isKept ? { webhookCertificate: { onServing: (pair) => this.#take(pair) } } : {};
  }

  /** Begins to listen; it answers when there is a certificate. */
  async start(admission: RunningAdmission): Promise<void> {
    if (this.#serving.kind === 'none') return;
    const { address, folder } = this.#serving;
    const { host, port } = address;
    this.#admission = admission;
    this.#server = await startWebhookServer({
      host,
      port,
      judge: (review) => admission.judge(review),
      onProblem: (message) => this.#log('warn', {}, message),
    }).catch((error: Error) => {
      throw new UsageError(`${flag} ${host ?? ''}:${port}: ${error.message}`);
    });
    this.#log('info', { port: this.#server.port }, `webhook on ${host ?? 'every address'}`);
    if (folder !== undefined) await this.#followFiles(folder);
    void this.#repeat();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#files?.stop();
    await this.#server?.stop();
  }

  /** Of files: the operator shows its own. */
  #takeFiles(pair: CertificatePair): void {
    showExpiry(this.#metrics, 'webhook', pair.certificate);
    this.#take(pair);
  }

  #take(pair: CertificatePair): void {
    this.#pair = pair;
    this.#look();
  }

  async #followFiles(folder: string): Promise<void> {
    const onNews = (level: 'info' | 'warn', message: string) => this.#log(level, {}, message);
    this.#files = new ServingCertificate({ folder, what: 'webhook', clock: systemClock, onNews });
    const first = await this.#files.first();
    if (first !== undefined) this.#takeFiles(first);
    this.#files.follow((pair) => this.#takeFiles(pair));
  }

  async #repeat(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#look();
      await sleep(systemClock, betweenLooksMs, signal);
    }
  }

  #look(): void {
    const [pair, server] = [this.#pair, this.#server];
    if (pair === undefined || server === undefined) return;
    try {
      const tls = this.#admission?.tls();
      const wanted = JSON.stringify([pair, tls]);
      if (wanted !== this.#served) server.renew(pair, tls);
      this.#served = wanted;
    } catch (error) {
      const because = error instanceof Error ? error.message : String(error);
      if (because !== this.#told)
        this.#log(
          'warn',
          {},
          `webhook: served as in the profile Intermediate, because spec.tlsSecurityProfile cannot be: ${because}`,
        );
      this.#told = because;
      server.renew(pair);
    }
  }
}

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { type Clock, sleep } from '@archipelago/apimachinery';
import type { CertificatePair } from './certificate-pair.ts';
import { createCertificate } from './create-certificate.ts';

interface ServingCertificateOptions {
  /** Where `tls.crt` and `tls.key` are or may be one day; absent: nowhere. */
  readonly folder?: string | undefined;
  /** What it is for: `metrics`. */
  readonly what: string;
  /** Names for one that we make ourselves; absent: nobody would trust it, so none is made. */
  readonly hosts?: readonly string[];
  readonly clock: Clock;
  /** Which one is served, or why one cannot be. */
  readonly onNews: (level: 'info' | 'warn', message: string) => void;
}

const betweenLooksMs = 10_000;
/** Of one that we made: before it ends. */
const renewEarlierMs = 30 * 24 * 3600 * 1000;

type Found =
  | { readonly kind: 'pair'; readonly pair: CertificatePair }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unusable'; readonly because: string };

/** The certificate of a server: that of two files as they are now, or one of our own where there are none. */
export class ServingCertificate {
  readonly #options: ServingCertificateOptions;
  readonly #stopping = new AbortController();
  #served: CertificatePair | undefined;
  #isOwn = false;
  #told = '';

  constructor(options: ServingCertificateOptions) {
    this.#options = options;
  }

  /** The one to begin with; undefined: there is none yet. */
  async first(): Promise<CertificatePair | undefined> {
    return (await this.next()) ?? this.#served;
  }

  /** Calls whenever another one is to be served, until `stop`. */
  follow(serve: (pair: CertificatePair) => void): void {
    const { signal } = this.#stopping;
    const goOn = async () => {
      while (!signal.aborted) {
        await sleep(this.#options.clock, betweenLooksMs, signal);
        if (!signal.aborted) await this.#serveNext(serve);
      }
    };
    void goOn();
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Another one than is served; undefined: none. What is in the files and unusable changes nothing. */
  async next(): Promise<CertificatePair | undefined> {
    const found = await readPair(this.#options.folder);
    switch (found.kind) {
      case 'pair':
        return this.#take(found.pair);
      case 'unusable':
        this.#tell('warn', `the certificate for ${this.#options.what} cannot be used: ${found.because}`);
        return this.#ownWhereNeeded('of its own meanwhile');
      case 'missing':
        // files that went are no reason to drop a certificate that scrapers trust
        return this.#ownWhereNeeded('of its own');
    }
  }

  async #serveNext(serve: (pair: CertificatePair) => void): Promise<void> {
    try {
      const pair = await this.next();
      if (pair !== undefined) serve(pair);
    } catch (error) {
      this.#tell(
        'warn',
        `another certificate for ${this.#options.what} cannot be served: ${reasonOf(error)}`,
      );
    }
  }

  #take(pair: CertificatePair): CertificatePair | undefined {
    const isSame =
      this.#served?.certificate === pair.certificate && this.#served.privateKey === pair.privateKey;
    this.#told = '';
    if (isSame) return undefined;
    this.#served = pair;
    this.#isOwn = false;
    this.#options.onNews(
      'info',
      `${this.#options.what}: served with the certificate in ${this.#options.folder}`,
    );
    return pair;
  }

  async #ownWhereNeeded(which: string): Promise<CertificatePair | undefined> {
    const { hosts, clock, what } = this.#options;
    if (!this.#needsOwn()) return undefined;
    if (hosts === undefined) {
      this.#tell('warn', `${what}: waits for tls.crt and tls.key in ${this.#options.folder}`);
      return undefined;
    }
    this.#served = await createCertificate({ kind: 'server', hosts: hosts, now: clock.now(), days: 365 });
    this.#isOwn = true;
    this.#options.onNews(
      'info',
      `${what}: served with a certificate ${which}; who connects cannot verify it`,
    );
    return this.#served;
  }

  #needsOwn(): boolean {
    return this.#served === undefined || this.#endsSoon();
  }

  #endsSoon(): boolean {
    if (!this.#isOwn || this.#served === undefined) return false;
    const ends = Date.parse(new X509Certificate(this.#served.certificate).validTo);
    return ends - this.#options.clock.now() < renewEarlierMs;
  }

  #tell(level: 'warn', message: string): void {
    if (message !== this.#told) this.#options.onNews(level, message);
    this.#told = message;
  }
}

async function readPair(folder: string | undefined): Promise<Found> {
  if (folder === undefined) return { kind: 'missing' };
  try {
    const [certificate, privateKey] = await Promise.all(
      ['tls.crt', 'tls.key'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    return usable({ certificate: certificate ?? '', privateKey: privateKey ?? '' });
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing ? { kind: 'missing' } : { kind: 'unusable', because: reasonOf(error) };
  }
}

/** The two files are written one after the other: for a moment they may not belong together. Throws for what TLS does not take. */
function usable(pair: CertificatePair): Found {
  createSecureContext({ cert: pair.certificate, key: pair.privateKey });
  const isPair = new X509Certificate(pair.certificate).checkPrivateKey(createPrivateKey(pair.privateKey));
  return isPair ? { kind: 'pair', pair } : { kind: 'unusable', because: 'tls.key is not the key of tls.crt' };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

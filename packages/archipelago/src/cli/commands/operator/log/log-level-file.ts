import { type Clock, sleep } from '@archipelago/apimachinery';
import type { OperatorLog } from './create-log.ts';
import type { ComponentLog } from './log-event.ts';
import { printLogLevels, readLogLevels } from './log-levels.ts';

interface LogLevelFileOptions {
  /** The file's text; undefined: there is none now. */
  readonly read: () => Promise<string | undefined>;
  readonly levels: Pick<OperatorLog, 'flagLevels' | 'setLevels'>;
  readonly log: ComponentLog;
  readonly clock: Clock;
}

const betweenLooksMs = 5_000;

/**
 * Levels that change while the operator runs: those of a file, a mounted ConfigMap say, are in force as long as it is there.
 *
 * A file and no signal, because a container's process 1 is hard to signal and a signal cannot say which component. A file and no
 * endpoint, because whoever could reach one could fill the disk of the node or silence what is written about him; who may edit that
 * ConfigMap is decided where all rights are. And no request to the API server: the kubelet brings it.
 */
export class LogLevelFile {
  readonly #options: LogLevelFileOptions;
  readonly #stopping = new AbortController();
  #seen: string | undefined;

  constructor(options: LogLevelFileOptions) {
    this.#options = options;
  }

  /** Looks now, and every few seconds until `stop`. */
  async start(): Promise<void> {
    await this.look();
    void this.#follow();
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Takes what the file says now; what makes no sense changes nothing and is told once. */
  async look(): Promise<void> {
    const { read, levels, log } = this.#options;
    const text = await read().catch((error: Error) => {
      log('debug', { because: error.message }, 'the file of log levels cannot be read');
      return this.#seen;
    });
    if (text === this.#seen) return;
    this.#seen = text;
    const said = text === undefined ? undefined : readLogLevels(text);
    if (said?.kind === 'wrong') {
      log(
        'warn',
        { because: said.because.slice(0, 200) },
        'the levels in the file make no sense; nothing changes',
      );
      return;
    }
    const wanted = said?.levels ?? levels.flagLevels;
    levels.setLevels(wanted);
    log('info', { levels: printLogLevels(wanted) }, 'log levels are set');
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await sleep(this.#options.clock, betweenLooksMs, signal);
      if (!signal.aborted) await this.look();
    }
  }
}

/** Of each container so many of the last characters are kept. */
export const longestLog = 1024 * 1024;

/** Who follows a log. */
interface LogReader {
  more(text: string): void;
  /** Nothing more will come. */
  end(): void;
}

interface Log {
  text: string;
  ended: boolean;
  readonly readers: Set<LogReader>;
}

/** What containers of simulated pods have said, as kubelets keep it, by uid of the pod and name of the container. */
export class ContainerLogs {
  readonly #pods = new Map<string, Map<string, Log>>();

  /** Adds to a log; the first time, with an empty text, too, it says that the container has begun. */
  write(pod: string, container: string, text: string): void {
    const log = this.#log(pod, container);
    if (log.ended) return;
    const all = log.text + text;
    // cut rarely: each cut copies everything
    log.text = all.length > 2 * longestLog ? all.slice(-longestLog) : all;
    for (const reader of log.readers) reader.more(text);
  }

  /** The container has ended. */
  end(pod: string, container: string): void {
    const log = this.#pods.get(pod)?.get(container);
    if (log === undefined) return;
    log.ended = true;
    for (const reader of log.readers) reader.end();
    log.readers.clear();
  }

  /** All containers of a pod have ended. */
  endAll(pod: string): void {
    for (const container of this.#pods.get(pod)?.keys() ?? []) this.end(pod, container);
  }

  /** The pod is gone. */
  forget(pod: string): void {
    this.endAll(pod);
    this.#pods.delete(pod);
  }

  /** What there is; undefined: the container has not begun, or nobody here runs it. */
  read(pod: string, container: string): string | undefined {
    return this.#pods.get(pod)?.get(container)?.text.slice(-longestLog);
  }

  /** Tells what comes from now on, until the container's end or the call of what is returned. */
  follow(pod: string, container: string, reader: LogReader): () => void {
    const log = this.#pods.get(pod)?.get(container);
    if (log === undefined || log.ended) {
      reader.end();
      return () => undefined;
    }
    log.readers.add(reader);
    return () => log.readers.delete(reader);
  }

  #log(pod: string, container: string): Log {
    const logs = this.#pods.get(pod) ?? new Map<string, Log>();
    this.#pods.set(pod, logs);
    const log = logs.get(container) ?? { text: '', ended: false, readers: new Set() };
    logs.set(container, log);
    return log;
  }
}

import { whenAborted } from './when-aborted.ts';

interface CallUnderWay<T> {
  readonly result: Promise<T>;
  readonly work: AbortController;
  callers: number;
}

/** Lets callers who ask for the same at the same time share one answer. */
export class CallsUnderWay<T> {
  readonly #calls = new Map<string, CallUnderWay<T>>();

  /**
   * Joins the call under way for this key, or starts it. A caller whose signal is aborted gets `abandoned()`; the work is aborted
   * when nobody waits for it any more.
   */
  async run(
    key: string,
    signal: AbortSignal,
    { start, abandoned }: { start(signal: AbortSignal): Promise<T>; abandoned(): T },
  ): Promise<T> {
    if (signal.aborted) return abandoned();
    const call = this.#calls.get(key) ?? this.#start(key, start);
    call.callers += 1;
    let forget = (): void => undefined;
    const left = new Promise<T>((resolve) => {
      forget = whenAborted(signal, () => resolve(abandoned()));
    });
    try {
      return await Promise.race([call.result, left]);
    } finally {
      forget();
      call.callers -= 1;
      if (call.callers === 0) this.#end(key, call);
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<T>): CallUnderWay<T> {
    const work = new AbortController();
    const call: CallUnderWay<T> = { result: start(work.signal), work, callers: 0 };
    this.#calls.set(key, call);
    const forget = () => {
      if (this.#calls.get(key) === call) this.#calls.delete(key);
    };
    call.result.then(forget, forget);
    return call;
  }

  #end(key: string, call: CallUnderWay<T>): void {
    if (this.#calls.get(key) !== call) return;
    this.#calls.delete(key);
    call.work.abort();
  }
}

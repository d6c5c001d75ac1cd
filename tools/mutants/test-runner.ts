import { type ChildProcess, fork } from 'node:child_process';
import type { TestAnswer, TestRequest } from './test-process.ts';

/** What became of a request: a test failed, none did, or they did not end. */
type Outcome =
  | { readonly kind: 'failed'; readonly test: string }
  | { readonly kind: 'passed' }
  | { readonly kind: 'hung' };

/** A process with vitest in it, started again where a mutant made it hang or die. */
export class TestRunner {
  readonly #args: readonly string[];
  #process: ChildProcess | undefined;

  constructor(args: readonly string[] = []) {
    this.#args = args;
  }

  async run(request: TestRequest, withinMs: number): Promise<Outcome> {
    const process = await this.#started();
    const answered = this.#next(process, withinMs);
    process.send(request);
    const answer = await answered;
    if (answer === undefined) {
      this.stop();
      return { kind: 'hung' };
    }
    return answer.failed === undefined ? { kind: 'passed' } : { kind: 'failed', test: answer.failed };
  }

  stop(): void {
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
  }

  async #started(): Promise<ChildProcess> {
    if (this.#process !== undefined) return this.#process;
    const started = fork('tools/run.mjs', ['tools/mutants/test-process.ts', ...this.#args], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#process = started;
    if ((await this.#next(started, 120_000)) === undefined) throw new Error('vitest did not start');
    return started;
  }

  /** The next message; undefined where none comes in time, or the process ends. */
  #next(process: ChildProcess, withinMs: number): Promise<TestAnswer | undefined> {
    return new Promise((resolve) => {
      const settle = (answer: TestAnswer | undefined) => {
        clearTimeout(timer);
        process.off('message', settle);
        process.off('exit', ended);
        resolve(answer);
      };
      const ended = () => settle(undefined);
      const timer = setTimeout(ended, withinMs);
      process.once('message', settle);
      process.once('exit', ended);
    });
  }
}

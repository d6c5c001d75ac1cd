import { existsSync, readFileSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { codeOf, fileProblem } from './file-problem.ts';
import { type Io, UsageError } from './io.ts';

const [standardInput, standardOutput, standardError] = [0, 1, 2];

/** The process's own streams and files, without Node's stream machinery: it costs more than a short command does. */
export function processIo(): Io {
  return {
    out: (text) => write(standardOutput, text),
    err: (text) => write(standardError, text),
    read: async (path) => read(path),
    find: async (path) => (existsSync(path) ? read(path) : undefined),
    again: async () => (await import('./look-again.ts')).lookAgain(),
    get color() {
      return mayColor(process.stderr);
    },
    get outColor() {
      return mayColor(process.stdout);
    },
    get errIsTerminal() {
      return process.stderr.isTTY === true;
    },
    get calledAs() {
      return basename(process.argv[1] ?? '');
    },
    get environment() {
      return process.env;
    },
  };
}

function mayColor({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return (process.env.NO_COLOR ?? '') === '' && isTTY === true;
}

function read(path: string): string {
  try {
    return readFileSync(path === '-' ? standardInput : path, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${path === '-' ? 'standard input' : path}: ${fileProblem(error)}`);
  }
}

/** Writes everything; a reader that has gone (`| head`) wants no more, and a full pipe gets time to drain. */
function write(stream: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(stream, bytes, written);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter } from 'node:path';

/** A program to run, and what it reads from its environment besides ours. */
export interface PluginRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What configuration is read from: files, environment, credential plugins. Tests pass their own. */
export interface LocalMachine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDirectory: string;
  /** Between the paths of KUBECONFIG. */
  readonly pathDelimiter: string;
  /** Rejects with Node's error, `ENOENT` for a file that does not exist. */
  readFile(path: string): Promise<string>;
  /** Gives what the program printed; rejects when it fails, ends with another code than 0 or takes too long. */
  runPlugin(run: PluginRun): Promise<string>;
}

const pluginTimeoutMs = 60_000;
const longestOutput = 4 * 1024 * 1024;

/** The machine we run on. */
export function thisMachine(): LocalMachine {
  return {
    env: process.env,
    homeDirectory: homedir(),
    pathDelimiter: delimiter,
    readFile: (path) => readFile(path, 'utf8'),
    runPlugin: ({ command, args, env }) =>
      new Promise((resolve, reject) => {
        const options = {
          env: { ...process.env, ...env },
          timeout: pluginTimeoutMs,
          maxBuffer: longestOutput,
          windowsHide: true,
        };
        const child = execFile(command, args, options, (error, stdout, stderr) =>
          error === null
            ? resolve(stdout)
            : reject(new Error(`${error.message}${stderr}`.trim(), { cause: error })),
        );
        child.stdin?.end();
      }),
  };
}

import { isJsonObject, type JsonValue } from '@archipelago/apimachinery';
import { main } from '../../packages/archipelago/src/cli/main.ts';
import type { Io } from '../../packages/archipelago/src/cli/process/io.ts';
import { demandPublished } from '../support/demand-published.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line with files from memory; `more`: what else the process has, such as colours. */
export async function run(
  argv: readonly string[],
  files: Readonly<Record<string, unknown>>,
  more: Partial<Io> = {},
): Promise<Ran> {
  let [out, err] = ['', ''];
  const io: Io = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    read: async (path) => {
      const content = files[path];
      return typeof content === 'string' ? content : JSON.stringify(content);
    },
    find: async (path) => {
      const content = files[path];
      return typeof content === 'string' ? content : undefined;
    },
    color: false,
    ...more,
  };
  const code = await main(argv, io);
  if (code < 2) demandPublished(argv, out);
  return { code, out, err };
}

const notCompared = new Set(['app.kubernetes.io/version', 'productVersion', 'uid']);

/** What is compared of an object: no versions, no uids, null is absent, members sorted. */
export function comparable(value: JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isJsonObject(value)) return value ?? null;
  const members = Object.entries(value).filter(
    ([key, below]) => below !== null && below !== undefined && !notCompared.has(key),
  );
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, below]) => [key, comparable(below)]),
  );
}

import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, numberAt, parseJson, textAt } from '@archipelago/apimachinery';

/** Where the simulated registry of a kept cluster is, and who may push there. */
interface RegistryPlace {
  /** 0: any free one. */
  readonly port: number;
  readonly password: string;
}

/** The file in a cluster's folder. */
export const registryFile = 'registry.json';

/** Nobody guesses it while a cluster is up. */
const passwordBytes = 16;

/** The place of last time, for image references and logins that people wrote down; a new one where there is none. */
export function readRegistryPlace(folder: string | undefined): RegistryPlace {
  const said = folder === undefined ? undefined : read(join(folder, registryFile));
  const password = isJsonObject(said) ? textAt(said, 'password') : '';
  const port = isJsonObject(said) ? (numberAt(said, 'port') ?? 0) : 0;
  return password === ''
    ? { port: 0, password: randomBytes(passwordBytes).toString('hex') }
    : { port, password };
}

/** Writes it, for its owner only; what a killed process left half written, with its password, goes. */
export function keepRegistryPlace(folder: string, place: RegistryPlace): void {
  const path = join(folder, registryFile);
  for (const name of readdirSync(folder))
    if (name.startsWith(`${registryFile}.`) && name.endsWith('.tmp')) rmSync(join(folder, name));
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, JSON.stringify(place), { mode: 0o600, flag: 'wx' });
  renameSync(draft, path);
}

function read(path: string): unknown {
  try {
    return parseJson(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

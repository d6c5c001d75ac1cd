import { writeFile } from 'node:fs/promises';
import type { Credential } from '@archipelago/oci-registry';
import { type Io, UsageError } from '../../../process/io.ts';
import { registryWays } from '../../../registries/registry-ways.ts';
import { loginsFor } from './logins-for.ts';

/** The flags of `layering login`, as commander gives them. */
export interface LoginOptions {
  readonly authfile: string;
  readonly images: string;
  readonly to: string;
  readonly registriesConf?: string;
}

/**
 * Writes a file of logins for the repositories of some images and of their mirrors: who reads it next sees no login for anything
 * else. Says which repositories have one, never what it is.
 */
export async function runLogin({ images, to, ...flags }: LoginOptions, io: Io): Promise<number> {
  const { access, rules } = await registryWays(flags, io);
  const named = (await orMistake(io.read(images), `--images ${images}`)).split('\n');
  const logins = loginsFor(
    named.filter((image) => image !== ''),
    access.credentials,
    rules,
  );
  const auths = Object.fromEntries([...logins].map(([place, one]) => [place, entryOf(one)]));
  // the step that reads it is another user without rights over files; only these two mount the volume
  await orMistake(writeFile(to, JSON.stringify({ auths }), { mode: 0o644 }), `--to ${to}`);
  const places = [...logins.keys()].join(', ') || 'no image that is needed';
  io.out(`the login has an entry for ${places}\n`);
  return 0;
}

async function orMistake<T>(doing: Promise<T>, flag: string): Promise<T> {
  try {
    return await doing;
  } catch (error) {
    throw new UsageError(`${flag}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** As containers-auth.json has it. */
function entryOf(credential: Credential): Readonly<Record<string, string>> {
  switch (credential.kind) {
    case 'password': {
      const { username, password } = credential;
      return { auth: Buffer.from(`${username}:${password}`).toString('base64') };
    }
    case 'identityToken':
      // who reads the file takes the user's name from here
      return { auth: Buffer.from('<token>:').toString('base64'), identitytoken: credential.token };
    case 'registryToken':
      return { registrytoken: credential.token };
  }
}

import {
  type Parsed,
  parseDockerConfig,
  parseRegistriesConf,
  printRefusal,
  type RegistryAccess,
  type RegistryRule,
} from '@archipelago/oci-registry';
import type { RegistryAddressFlags } from '../flags/registry-address-flags.ts';
import type { RegistryFlags } from '../flags/registry-flags.ts';
import { type Io, UsageError } from '../process/io.ts';

/** How registries are asked, as the flags' files say it. */
export interface RegistryWays {
  readonly access: RegistryAccess;
  readonly rules: readonly RegistryRule[];
  /** What the rules were read from. */
  readonly registriesConf: string | undefined;
  /** Of a console for many: whoever asks must not reach through it what he cannot reach himself. Absent: it is asked from where he is. */
  readonly addresses?: RegistryAddressFlags | undefined;
}

/** Reads the files that the flags name; what cannot be read or understood is a mistake of use. */
export async function registryWays(flags: RegistryFlags, io: Io): Promise<RegistryWays> {
  const [logins, ca, conf] = await Promise.all([
    read(io, flags.authfile, '--authfile'),
    read(io, flags.caFile, '--ca-file'),
    read(io, flags.registriesConf, '--registries-conf'),
  ]);
  return {
    access: {
      credentials:
        logins === undefined ? [] : demand(parseDockerConfig(logins, `--authfile ${flags.authfile}`)),
      ca,
    },
    registriesConf: conf,
    rules:
      conf === undefined
        ? []
        : demand(parseRegistriesConf(conf, `--registries-conf ${flags.registriesConf}`)),
  };
}

async function read(io: Io, path: string | undefined, flag: string): Promise<string | undefined> {
  if (path === undefined) return undefined;
  try {
    return await io.read(path);
  } catch (error) {
    throw new UsageError(`${flag} ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function demand<T>(parsed: Parsed<T>): T {
  if (parsed.kind === 'refused') throw new UsageError(printRefusal(parsed));
  return parsed.value;
}

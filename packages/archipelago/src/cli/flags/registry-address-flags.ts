import type { Command } from 'commander';
import { collect } from './collect.ts';

/** The flags that say which addresses requests to registries may reach, as commander gives them. */
export interface RegistryAddressFlags {
  readonly registryAllowHost?: readonly string[];
  readonly registryRefusedNetworks?: string;
}

/** Adds `--registry-allow-host` and `--registry-refused-networks`. */
export function registryAddressFlags(command: Command): Command {
  return command
    .option(
      '--registry-allow-host <host[:port]>',
      'a registry that may be asked although it is in this cluster or on this machine; can be repeated',
      collect,
    )
    .option(
      '--registry-refused-networks <ranges>',
      'where no registry is asked, beside this machine and its links: pods and services, as 10.96.0.0/12,fd00::/108',
    );
}

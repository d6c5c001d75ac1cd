import type { Command } from 'commander';

/** The flags that say how registries are asked, as commander gives them. */
export interface RegistryFlags {
  readonly authfile?: string;
  readonly caFile?: string;
  readonly registriesConf?: string;
}

/** Adds `--authfile`, `--ca-file` and `--registries-conf`. */
export function registryFlags(
  command: Command,
  authfile = 'logins for registries, as docker login writes them',
): Command {
  return command
    .option('--authfile <file>', authfile)
    .option('--ca-file <file>', 'certificates of the authorities that registries are signed by, PEM')
    .option('--registries-conf <file>', 'mirrors and insecure registries, in the format of registries.conf');
}

/** Adds `--insecure`. */
export function insecureFlag(command: Command): Command {
  return command.option('--insecure', 'allow plain HTTP and certificates that cannot be verified');
}

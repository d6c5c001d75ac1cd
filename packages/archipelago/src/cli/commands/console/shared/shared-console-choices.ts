import { parseConsoleHost } from '../../../flags/parse-console-host.ts';
import type { RegistryAddressFlags } from '../../../flags/registry-address-flags.ts';
import { UsageError } from '../../../process/io.ts';
import { registryAddresses } from '../../../registries/registry-addresses.ts';
import { type BindAddress, parseBindAddress } from '../../operator/bind-address.ts';

/** The flags of a console for many, as commander gives them. */
export interface SharedConsoleFlags extends RegistryAddressFlags {
  readonly inCluster?: boolean;
  readonly host?: readonly string[];
  readonly bindAddress?: string;
  readonly certPath?: string;
  readonly tlsByProxy?: boolean;
  readonly loginByProxy?: boolean;
}

/** How a console for many is served. */
export interface SharedConsoleChoices {
  readonly address: BindAddress;
  /** What browsers call it. */
  readonly hosts: readonly string[];
  /** Where its certificate is; undefined: a proxy in front speaks TLS. */
  readonly certificates: string | undefined;
  readonly byProxy: boolean;
  readonly registries: RegistryAddressFlags;
}

interface Flags extends SharedConsoleFlags {
  readonly port?: string;
  readonly snapshot?: string;
}

/** Reads the flags; undefined: the console is for who starts it. */
export function sharedConsoleChoices(flags: Flags): SharedConsoleChoices | undefined {
  if (flags.inCluster !== true) {
    refuseWithout(flags);
    return undefined;
  }
  refuseWith(flags);
  const address = parseBindAddress('--bind-address', flags.bindAddress ?? ':8443');
  if (address === undefined) throw new UsageError('--bind-address 0: a console that listens nowhere is none');
  const { registryAllowHost, registryRefusedNetworks, host = [] } = flags;
  const registries = {
    ...(registryAllowHost === undefined ? {} : { registryAllowHost }),
    ...(registryRefusedNetworks === undefined ? {} : { registryRefusedNetworks }),
  };
  // what could not be read is refused before anything is served
  registryAddresses(registries, () => []);
  return {
    address,
    hosts: host.map((each) => parseConsoleHost('--host', each)),
    certificates: flags.certPath,
    byProxy: flags.loginByProxy === true,
    registries,
  };
}

const sharedOnly = {
  host: '--host',
  bindAddress: '--bind-address',
  certPath: '--cert-path',
  tlsByProxy: '--tls-by-proxy',
  loginByProxy: '--login-by-proxy',
  registryAllowHost: '--registry-allow-host',
  registryRefusedNetworks: '--registry-refused-networks',
} as const;

function refuseWithout(flags: Flags): void {
  for (const [name, flag] of Object.entries(sharedOnly))
    if (Object.hasOwn(flags, name))
      throw new UsageError(
        `${flag}: needs --in-cluster: without it the console listens on loopback, for you`,
      );
}

function refuseWith({ port, snapshot, host = [], certPath, tlsByProxy }: Flags): void {
  if (port !== undefined)
    throw new UsageError(`--port ${port}: does not go with --in-cluster; say --bind-address :${port}`);
  if (snapshot !== undefined)
    throw new UsageError(`--snapshot ${snapshot}: does not go with --in-cluster: a snapshot knows no tokens`);
  if (host.length === 0)
    throw new UsageError(
      '--in-cluster: needs --host with what browsers call the console, such as console.example.com; every other name is refused',
    );
  if ((certPath === undefined) === (tlsByProxy !== true))
    throw new UsageError(
      certPath === undefined
        ? '--in-cluster: needs --cert-path with tls.crt and tls.key, or --tls-by-proxy where a proxy in front speaks TLS: tokens are sent to it'
        : `--cert-path ${certPath}: does not go with --tls-by-proxy: one of them speaks TLS`,
    );
}

/** What takes the place of programs that tell the machine's architecture. */
export interface MachineShim {
  /** A shell script. */
  readonly uname: string;
}

/** How Linux calls the architectures that Kubernetes and Node call otherwise. */
const machines: ReadonlyMap<string, string> = new Map([
  ['amd64', 'x86_64'],
  ['arm64', 'aarch64'],
]);
const nodeNames: ReadonlyMap<string, string> = new Map([
  ['x64', 'amd64'],
  ['ppc64', 'ppc64le'],
]);

/** What `uname -m` says on a node of this architecture (amd64). */
export function machineName(architecture: string): string {
  return machines.get(architecture) ?? architecture;
}

/**
 * Lets a machine look like one of another architecture to `uname -m`; undefined where it is one. `architecture` is a node's (amd64),
 * `host` as Node calls it (x64).
 */
export function machineShim(architecture: string, host: string): MachineShim | undefined {
  if (architecture === (nodeNames.get(host) ?? host)) return undefined;
  if (!/^[a-z0-9]+$/.test(architecture)) return undefined;
  return {
    uname: `#!/bin/sh\n[ "$*" = -m ] && exec echo ${machineName(architecture)}\nexec /usr/bin/uname "$@"\n`,
  };
}

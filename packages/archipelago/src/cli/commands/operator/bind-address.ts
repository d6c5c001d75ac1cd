import { isIP } from 'node:net';
import { UsageError } from '../../process/io.ts';

/** Where a server listens; `host` undefined: on every address. */
export interface BindAddress {
  readonly host: string | undefined;
  /** 0 takes a free one. */
  readonly port: number;
}

const highestPort = 65_535;

/** Reads what a flag says, as `127.0.0.1:8443`, `[::1]:8443` or `:8443`; undefined for `0`: nothing is served. */
export function parseBindAddress(flag: string, text: string): BindAddress | undefined {
  if (text === '0') return undefined;
  const [, host = '', port = ''] = /^(.*):(\d{1,5})$/.exec(text) ?? [];
  if (port === '' || Number(port) > highestPort || !isHost(host))
    throw new UsageError(
      `${flag} ${text}: must be an address and a port, such as 127.0.0.1:8443, [::1]:8443 or :8443; 0 serves nothing`,
    );
  return { host: host === '' ? undefined : host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}

/** A name, an address, an address with colons in brackets, or nothing. */
function isHost(host: string): boolean {
  const [, inBrackets] = /^\[(.*)\]$/.exec(host) ?? [];
  return inBrackets === undefined ? /^[\w.-]*$/.test(host) : isIP(inBrackets) === 6;
}

/** Whether nobody reaches it but processes of this machine. */
export function isLoopback({ host }: BindAddress): boolean {
  return (
    host === 'localhost' ||
    host === '::1' ||
    (host !== undefined && isIP(host) === 4 && host.startsWith('127.'))
  );
}

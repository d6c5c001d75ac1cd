import { UsageError } from '../process/io.ts';

/** Reads what browsers call a console, as they send it: without the usual port. */
export function parseConsoleHost(flag: string, text: string): string {
  const url = `https://${text}`;
  const host = URL.canParse(url) ? new URL(url).host : '';
  if (/^[\w.:[\]-]+$/.test(host) && [host, `${host}:443`].includes(text.toLowerCase())) return host;
  throw new UsageError(
    `${flag} ${JSON.stringify(text)}: must be a name and, where it is not 443, a port, such as console.example.com:8443`,
  );
}

import { parseArgs } from 'node:util';

/** What `npm run krew` was asked for. */
export interface KrewOptions {
  readonly out: string;
  readonly uri: string;
  readonly homepage: string;
}

/** What a user may say, in words. */
export const krewUsage = `usage: npm run krew -- --uri ADDRESS --homepage ADDRESS [--out FOLDER]
  --uri ADDRESS       where the archive will be fetched from: https, ends with .tar.gz
  --homepage ADDRESS  of the project
  --out FOLDER        where archive and manifest go (out/krew)
`;

const flags = {
  out: { type: 'string', default: 'out/krew' },
  uri: { type: 'string' },
  homepage: { type: 'string' },
} as const;

/** Reads the arguments; throws in words for the user. */
export function krewOptions(args: readonly string[]): KrewOptions {
  const { out, uri, homepage } = parseArgs({ args: [...args], options: flags }).values;
  if (uri === undefined || !isAddress(uri) || !uri.endsWith('.tar.gz'))
    throw new Error(`--uri ${uri ?? ''}: must be an https address that ends with .tar.gz`);
  if (homepage === undefined || !isAddress(homepage))
    throw new Error(`--homepage ${homepage ?? ''}: must be an https address`);
  return { out, uri, homepage };
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}

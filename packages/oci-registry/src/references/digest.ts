import { createHash } from 'node:crypto';
import { accepted, type Parsed, refusal } from '../outcomes/parsed.ts';

const hexLengths: ReadonlyMap<string, number> = new Map([
  ['sha256', 64],
  ['sha512', 128],
]);

/** A digest as registries write it: `sha256:` and 64, or `sha512:` and 128 lower case hexadecimal digits. */
export function parseDigest(text: string, field = 'digest'): Parsed<string> {
  const [, algorithm = '', hex = ''] = /^([a-z0-9]+):(.*)$/s.exec(text) ?? [];
  const length = hexLengths.get(algorithm);
  if (length === undefined)
    return refusal(
      field,
      text,
      'is no digest of a known algorithm',
      'write sha256:<64 hex digits> or sha512:<128 hex digits>',
    );
  if (hex.length !== length || !/^[0-9a-f]*$/.test(hex))
    return refusal(
      field,
      text,
      `has ${hex.length} characters after ${algorithm}: that are not ${length} lower case hexadecimal digits`,
      'copy the whole digest',
    );
  return accepted(text);
}

export function isDigest(text: string): boolean {
  return parseDigest(text).kind === 'ok';
}

/** The digest of these bytes, in the algorithm of `like` (sha256 when left out). */
export function digestOf(bytes: Uint8Array, like = 'sha256:'): string {
  const hasher = digester(like);
  hasher.update(bytes);
  return hasher.digest();
}

/** Computes a digest from pieces. */
export interface Digester {
  update(bytes: Uint8Array): void;
  digest(): string;
}

/** A digester for the algorithm of a digest that `parseDigest` accepted. */
export function digester(like: string): Digester {
  const algorithm = like.startsWith('sha512:') ? 'sha512' : 'sha256';
  const hash = createHash(algorithm);
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    digest: () => `${algorithm}:${hash.digest('hex')}`,
  };
}

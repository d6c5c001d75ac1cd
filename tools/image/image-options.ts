import { parseArgs } from 'node:util';
import { type ImageReference, parseImageReference, printRefusal } from '@archipelago/oci-registry';

/** What `npm run image` was asked for. */
export interface ImageOptions {
  /** The builder's image instead of the operator's. */
  readonly builder: boolean;
  /** The folder of the image. */
  readonly out: string;
  readonly push: (ImageReference & { readonly tag: string }) | undefined;
  /** Plain HTTP to the registry. */
  readonly insecure: boolean;
  readonly authfile: string | undefined;
  /** Only write the table of sources anew. */
  readonly pin: boolean;
}

/** What a user may say, in words. */
export const imageUsage = `usage: npm run image -- [flags]
  --builder              the image in which layering's jobs build, instead of the operator's
  --out FOLDER           where the image goes, as an OCI layout (out/image; out/builder)
  --push HOST/NAME:TAG   push it there, too
  --authfile FILE        logins, as docker login writes them
  --insecure             plain HTTP, and certificates that nobody vouches for
  --pin                  build nothing; write tools/image/pins.json anew
`;

const flags = {
  builder: { type: 'boolean', default: false },
  out: { type: 'string' },
  push: { type: 'string' },
  authfile: { type: 'string' },
  insecure: { type: 'boolean', default: false },
  pin: { type: 'boolean', default: false },
} as const;

/** Reads the arguments; throws in words for the user. */
export function imageOptions(args: readonly string[]): ImageOptions {
  const { values } = parseArgs({ args: [...args], options: flags });
  const { builder, authfile, insecure, pin } = values;
  const out = values.out ?? (builder ? 'out/builder' : 'out/image');
  return {
    builder,
    out,
    authfile,
    insecure,
    pin,
    push: values.push === undefined ? undefined : target(values.push),
  };
}

function target(text: string): ImageReference & { readonly tag: string } {
  const parsed = parseImageReference(text);
  if (parsed.kind === 'refused') throw new Error(`--push: ${printRefusal(parsed)}`);
  const { tag, digest } = parsed.value;
  // a reference without a tag is read as one of the tag latest; nobody has asked for that here
  const isTagged = /:[^/:]+$/.test(text);
  if (tag === undefined || digest !== undefined || !isTagged)
    throw new Error(
      `--push ${text}: must have a tag, as in registry.example/archipelago:1, and no digest, which is that of the image`,
    );
  return { ...parsed.value, tag };
}

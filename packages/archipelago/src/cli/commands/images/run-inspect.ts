import {
  createRegistryClient,
  type ImageInfo,
  type ImageInfoPlatform,
  type ImageReference,
  isSilence,
  parseImageReference,
  printFailure,
  printImageReference,
  printPlatform,
  printRefusal,
  type RegistryFailure,
  withInsecure,
} from '@archipelago/oci-registry';
import { type AnswerFlags, answered } from '../../answers/answered.ts';
import type { RegistryFlags } from '../../flags/registry-flags.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { proxyOf } from '../../registries/proxy-of.ts';
import { registryWays } from '../../registries/registry-ways.ts';
import { printBytes } from '../../text/print-bytes.ts';
import { textTable } from '../../text/text-table.ts';

export interface InspectOptions extends RegistryFlags, Pick<AnswerFlags, 'output'> {
  readonly insecure?: boolean;
}

/** How long one image may take, in milliseconds. */
const patienceMs = 60_000;

/** Prints the platforms of an image; 0, or 1 when the registry has no such image or refuses, 3 when it is not reached. */
export async function runInspect(text: string, options: InspectOptions, io: Io): Promise<number> {
  const reference = parsed(text);
  const { access, rules } = await registryWays(options, io);
  const client = createRegistryClient({ proxy: proxyOf(process.env) });
  try {
    const outcome = await client.inspect(reference, {
      access,
      rules: withInsecure(rules, options.insecure === true ? [reference.registry] : []),
      sizes: true,
      signal: AbortSignal.timeout(patienceMs),
    });
    if (outcome.kind !== 'ok') return told(outcome, io);
    const { value } = outcome;
    const { registry, repository } = value.reference;
    return await answered({ output: options.output }, io, async () => ({
      data: shown(value),
      print: () => table(value),
      names: value.platforms.map(({ digest }) => `${registry}/${repository}@${digest}`),
      code: 0,
    }));
  } finally {
    client.close();
  }
}

function parsed(text: string): ImageReference {
  const reference = parseImageReference(text);
  if (reference.kind === 'refused') throw new UsageError(printRefusal(reference));
  return reference.value;
}

function told(failure: RegistryFailure, io: Io): number {
  io.err(`archipelago: ${printFailure(failure)}\n`);
  return isSilence(failure) ? 3 : 1;
}

/** What `images inspect` tells programs. */
export interface InspectedImage {
  readonly reference: string;
  /** `sha256:…`: of the index, or of the image where there is none. */
  readonly digest: string;
  readonly mediaType: string;
  readonly platforms: readonly {
    readonly os: string;
    readonly architecture: string;
    readonly variant?: string;
    readonly digest: string;
    /** Bytes of the manifest. */
    readonly size: number;
    /** Bytes of all layers. */
    readonly downloadSize?: number;
  }[];
}

function shown({ reference, digest, mediaType, platforms }: ImageInfo): InspectedImage {
  return {
    reference: printImageReference(reference),
    digest,
    mediaType,
    platforms: platforms.map(({ os, architecture, variant, digest: child, size, downloadSize }) => ({
      os,
      architecture,
      ...(variant === undefined ? {} : { variant }),
      digest: child,
      size,
      ...(downloadSize === undefined ? {} : { downloadSize }),
    })),
  };
}

function table(image: ImageInfo): string {
  const { reference, source, digest, mediaType, single, platforms } = image;
  const [asked, read] = [printImageReference(reference), printImageReference(source)];
  const head = [
    ['image', asked],
    ...(asked === read ? [] : [['read at', read]]),
    ['digest', digest],
    ['kind', single ? `image of one platform (${mediaType})` : `index (${mediaType})`],
  ];
  const rows = platforms.map((platform) => [
    printPlatform(platform),
    platform.digest,
    platform.downloadSize === undefined ? '' : printBytes(platform.downloadSize),
    remark(platform),
  ]);
  return `${textTable(head)}\n${textTable([['PLATFORM', 'DIGEST', 'DOWNLOAD', ''], ...rows])}`;
}

function remark({ actual }: ImageInfoPlatform): string {
  return actual === undefined ? '' : `its own config says ${printPlatform(actual)}`;
}

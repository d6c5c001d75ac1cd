import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import {
  digestOf,
  ociManifest,
  printRefusal,
  type WrittenManifest,
  writeIndex,
} from '@archipelago/oci-registry';
import { gzipSync } from 'fflate';
import { billOfMaterials, type MaterialPackage } from './bill-of-materials.ts';
import { type FileTree, textFile } from './file-tree.ts';
import { imageConfig, imageLabels } from './image-config.ts';
import { ImageFolder } from './image-folder.ts';
import type { ImageKind } from './image-kind.ts';
import type { ImagePlatform } from './image-platforms.ts';
import type { PinnedSources } from './pinned-sources.ts';
import type { Release } from './release.ts';
import { sourcePackages } from './source-packages.ts';
import { systemTree } from './system-tree.ts';
import { writeTar } from './write-tar.ts';

/** The image, complete in its folder. */
export interface BuiltImage {
  readonly folder: ImageFolder;
  readonly images: readonly WrittenManifest[];
  readonly index: WrittenManifest;
}

/** What all architectures have in common. */
interface CommonParts {
  readonly kind: ImageKind;
  /** Empty where there is nothing of ours in it. */
  readonly application: FileTree;
  /** The packages of npm in the bundle. */
  readonly bundled: readonly MaterialPackage[];
  readonly release: Release;
  readonly pins: PinnedSources;
}

/** Builds the image of each architecture and the index of all into a folder. Beside it come the lists of materials, too. */
export async function buildImage(path: string, parts: CommonParts): Promise<BuiltImage> {
  const folder = new ImageFolder(path);
  const images: WrittenManifest[] = [];
  const children: (WrittenManifest & {
    readonly platform: { readonly os: string; readonly architecture: string };
  })[] = [];
  for (const platform of parts.kind.platforms) {
    const image = await buildPlatform(folder, platform, parts);
    images.push(image);
    children.push({ ...image, platform: { os: 'linux', architecture: platform.architecture } });
  }
  const index = writeIndex(children);
  if (index.kind === 'refused') throw new Error(printRefusal(index));
  folder.addManifest(index.value);
  folder.finish(index.value, parts.release.version);
  return { folder, images, index: index.value };
}

async function buildPlatform(
  folder: ImageFolder,
  platform: ImagePlatform,
  { kind, application, bundled, release, pins }: CommonParts,
): Promise<WrittenManifest> {
  const { architecture } = platform;
  const packages = await sourcePackages(platform, pins);
  const system = systemTree(platform, packages);
  if (system.kind === 'refused') throw new Error(`${architecture}: ${system.findings.join('; ')}`);
  const bill = billOfMaterials(
    { name: kind.name, architecture },
    [...packages.map(({ material }) => material), ...bundled],
    release,
  );
  writeFileSync(`${folder.path}-${architecture}.cdx.json`, bill);
  const materials: FileTree = new Map([[`usr/share/doc/${kind.name}/sbom.cdx.json`, textFile(bill)]]);
  const layers = [
    await addLayer(folder, system.tree, { holds: kind.holds, release }),
    ...(application.size === 0
      ? []
      : [await addLayer(folder, application, { holds: 'Archipelago', release })]),
    await addLayer(folder, materials, { holds: 'list of materials (CycloneDX)', release }),
  ];
  const config = encode(imageConfig(kind, architecture, layers, release));
  const manifest = {
    schemaVersion: 2,
    mediaType: ociManifest,
    config: folder.addBlob('application/vnd.oci.image.config.v1+json', config),
    layers: layers.map(({ blob }) => blob),
    annotations: imageLabels(kind, release),
  };
  const bytes = encode(manifest);
  const written = { mediaType: ociManifest, digest: digestOf(bytes), size: bytes.length, bytes };
  folder.addManifest(written);
  return written;
}

interface LayerNotes {
  readonly holds: string;
  readonly release: Release;
}

/** Compressed by a library that gives the same bytes on every machine, which zlib in Node does not. */
async function addLayer(folder: ImageFolder, tree: FileTree, { holds, release }: LayerNotes) {
  const archive = await writeTar(tree, release.seconds);
  const blob = folder.addBlob(
    'application/vnd.oci.image.layer.v1.tar+gzip',
    gzipSync(archive, { level: 6, mtime: 0 }),
  );
  return { holds, blob, diffId: `sha256:${createHash('sha256').update(archive).digest('hex')}` };
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

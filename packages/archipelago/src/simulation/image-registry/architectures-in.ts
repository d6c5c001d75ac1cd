import { type JsonValue, objectsAt, parseJson, textAt } from '@archipelago/apimachinery';
import type { ImageStore } from './image-store.ts';

/** Which architectures an image or an index has something for; undefined: it is not there. */
export function architecturesIn(
  store: Pick<ImageStore, 'manifest' | 'blob'>,
  repository: string,
  digest: string,
): readonly string[] | undefined {
  const manifest = read(store.manifest(repository, digest)?.bytes);
  if (manifest === undefined) return undefined;
  const children = objectsAt(manifest, 'manifests');
  if (children.length > 0) return children.map((child) => textAt(child, 'platform', 'architecture'));
  const config = read(store.blob(repository, textAt(manifest, 'config', 'digest')));
  return [textAt(config, 'architecture')];
}

function read(bytes: Uint8Array | undefined): JsonValue | undefined {
  return bytes === undefined ? undefined : parseJson(Buffer.from(bytes).toString('utf8'));
}

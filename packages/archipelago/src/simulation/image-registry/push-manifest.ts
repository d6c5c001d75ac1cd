import { digestOf } from './content-digest.ts';
import { bareMediaType } from './image-media-types.ts';
import type { ImageStore } from './image-store.ts';
import { manifestReferences } from './manifest-references.ts';
import type { ManifestPlace } from './pull-manifest.ts';
import {
  emptyAnswer,
  errorAnswer,
  missingBlobsAnswer,
  type RegistryAnswer,
  type RegistryCall,
} from './registry-answer.ts';

/** Bytes of a manifest, as in distribution. */
const MANIFEST_LIMIT = 4 * 1024 * 1024;

/** What speaks against holding a pushed manifest. */
function refusalOf(store: ImageStore, call: RegistryCall, name: string): RegistryAnswer | undefined {
  const { body, headers } = call;
  if (body.length > MANIFEST_LIMIT || !store.fits(body.length))
    return errorAnswer('SIZE_INVALID', { message: `a manifest may have ${MANIFEST_LIMIT} bytes` });
  const named = manifestReferences({ mediaType: bareMediaType(headers['content-type']), bytes: body });
  if ('problem' in named) return errorAnswer('MANIFEST_INVALID', { detail: named.problem });
  const missing = [
    ...named.blobs.filter((digest) => store.blob(name, digest) === undefined),
    ...named.manifests.filter((digest) => store.manifest(name, digest) === undefined),
  ];
  return missing.length === 0 ? undefined : missingBlobsAnswer(missing);
}

/** PUT: holds a manifest whose parts the repository has, under its digest and, if one is named, under a tag. */
export function pushManifest(store: ImageStore, call: RegistryCall, place: ManifestPlace): RegistryAnswer {
  const { name, reference } = place;
  const isByTag = !reference.includes(':');
  if (!isByTag && reference !== digestOf(call.body)) return errorAnswer('DIGEST_INVALID');
  const refusal = refusalOf(store, call, name);
  if (refusal !== undefined) return refusal;
  const mediaType = bareMediaType(call.headers['content-type']);
  const digest = store.putManifest(name, { mediaType, bytes: call.body });
  if (isByTag) store.putTag(name, reference, digest);
  return emptyAnswer(201, {
    Location: `${call.origin}/v2/${name}/manifests/${digest}`,
    'Docker-Content-Digest': digest,
  });
}

/** DELETE: forgets a tag, or a manifest with the tags that point to it. */
export function deleteManifest(store: ImageStore, { name, reference }: ManifestPlace): RegistryAnswer {
  const isDeleted = reference.includes(':')
    ? store.deleteManifest(name, reference)
    : store.deleteTag(name, reference);
  return isDeleted ? emptyAnswer(202, {}) : errorAnswer('MANIFEST_UNKNOWN');
}

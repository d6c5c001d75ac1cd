import type { Descriptor } from '../manifests/descriptor.ts';
import { isForeignLayer } from '../manifests/media-types.ts';
import type { ImageManifest } from '../manifests/parse-manifest.ts';
import type { Platform } from '../manifests/platform.ts';
import type { WrittenManifest } from '../manifests/write-index.ts';
import { type Outcome, type RegistryFailure, succeeded } from '../outcomes/outcome.ts';
import { fetchChild } from '../pulling/fetch-child.ts';
import { type FetchedManifest, fetchManifest, malformed } from '../pulling/fetch-manifest.ts';
import { fetchPlatform } from '../pulling/fetch-platform.ts';
import type { ImagePlace } from '../pulling/image-place.ts';
import { repositoryOf } from '../pulling/repository-place.ts';
import { printImageReference } from '../references/image-reference.ts';
import type { RegistrySession } from '../requests/registry-session.ts';
import { type CopiedImage, CopyCount } from './copied-image.ts';
import { type CopyRoute, copyBlob } from './copy-blob.ts';
import { pushManifest } from './push-manifest.ts';
import { lacksPlatforms, missingPlatforms, selectPlatforms } from './select-platforms.ts';

/** What is copied, and where it will be. */
export interface CopyRequest {
  readonly from: ImagePlace;
  /** Tagged when its reference has a tag. A digest, when it has one, is what must come out. */
  readonly to: ImagePlace;
  /** Only these of an index, which makes a new index; all of them, unchanged, when absent. */
  readonly platforms?: readonly Platform[] | undefined;
}

interface Copying {
  readonly session: RegistrySession;
  readonly from: ImagePlace;
  readonly to: ImagePlace;
  readonly count: CopyCount;
}

/** What goes under the target's name, and what it is made of. */
interface Plan {
  readonly manifest: WrittenManifest;
  readonly parts:
    | { readonly kind: 'blobs'; readonly image: ImageManifest }
    | { readonly kind: 'children'; readonly children: readonly Descriptor[] };
}

/** An index within an index is allowed, but not without end. */
const deepest = 3;

/**
 * Copies an image, or an index with all its children, byte by byte the same: blobs first, then the manifests that name them, the
 * index last, so that whoever sees it can pull all of it. What the target has is not moved again.
 */
export async function copyImage(
  session: RegistrySession,
  { from, to, platforms }: CopyRequest,
): Promise<Outcome<CopiedImage>> {
  const fetched = await fetchManifest(session, from);
  if (fetched.kind !== 'ok') return fetched;
  const plan =
    platforms === undefined
      ? succeeded(wholePlan(fetched.value))
      : await planOf(session, from, { fetched: fetched.value, platforms });
  if (plan.kind !== 'ok') return plan;
  const { manifest } = plan.value;
  if (to.reference.digest !== undefined && to.reference.digest !== manifest.digest)
    return otherDigest(to, manifest.digest);
  const copying = { session, from, to, count: new CopyCount() };
  const copied = await copyPlan(copying, plan.value, { tag: to.reference.tag, depth: 1 });
  return copied.kind === 'ok' ? succeeded(copying.count.result(manifest)) : copied;
}

function wholePlan({ manifest, bytes, digest, size }: FetchedManifest): Plan {
  const written = { mediaType: manifest.mediaType, digest, size, bytes };
  return manifest.kind === 'image'
    ? { manifest: written, parts: { kind: 'blobs', image: manifest } }
    : { manifest: written, parts: { kind: 'children', children: manifest.children } };
}

async function planOf(
  session: RegistrySession,
  from: ImagePlace,
  { fetched, platforms }: { readonly fetched: FetchedManifest; readonly platforms: readonly Platform[] },
): Promise<Outcome<Plan>> {
  const { manifest } = fetched;
  if (manifest.kind === 'index') {
    const selected = selectPlatforms(named(from), manifest, platforms);
    if (selected.kind !== 'ok') return selected;
    const { children } = selected.value;
    return succeeded({ manifest: selected.value.manifest, parts: { kind: 'children', children } });
  }
  const own = await fetchPlatform(session, from, manifest);
  if (own.kind !== 'ok') return own;
  const missing = missingPlatforms(platforms, [own.value]);
  return missing.length > 0 ? lacksPlatforms(named(from), missing) : succeeded(wholePlan(fetched));
}

async function copyPlan(
  copying: Copying,
  { manifest, parts }: Plan,
  { tag, depth }: { readonly tag: string | undefined; readonly depth: number },
): Promise<Outcome<undefined>> {
  const { session, to, count } = copying;
  const copied =
    parts.kind === 'blobs'
      ? await copyBlobs(copying, parts.image)
      : await copyChildren(copying, parts.children, depth);
  if (copied.kind !== 'ok') return copied;
  const pushed = await pushManifest(session, repositoryOf(to), { manifest, tag });
  if (pushed.kind === 'ok') count.manifest();
  return pushed;
}

/** One after the other: the blobs of one keep the registries busy, and children share layers. */
async function copyChildren(
  copying: Copying,
  children: readonly Descriptor[],
  depth: number,
): Promise<Outcome<undefined>> {
  const { session, from } = copying;
  if (depth > deepest) return malformed(named(from), `has indexes within indexes, more than ${deepest} deep`);
  for (const child of children) {
    const fetched = await fetchChild(session, from, child);
    if (fetched.kind !== 'ok') return fetched;
    const copied = await copyPlan(copying, wholePlan(fetched.value), { tag: undefined, depth: depth + 1 });
    if (copied.kind !== 'ok') return copied;
  }
  return succeeded(undefined);
}

/** The first failure ends the others: layers are large. */
async function copyBlobs(
  { session, from, to, count }: Copying,
  { config, layers }: ImageManifest,
): Promise<Outcome<undefined>> {
  const failed = new AbortController();
  const signal = AbortSignal.any([from.signal, to.signal, failed.signal]);
  const route: CopyRoute = {
    from: { ...repositoryOf(from), signal },
    to: { ...repositoryOf(to), signal },
  };
  let failure: RegistryFailure | undefined;
  const copyOne = async (blob: Descriptor): Promise<void> => {
    const copied = await copyBlob(session, route, blob);
    if (copied.kind === 'ok') {
      count.blob(copied.value, blob);
      return;
    }
    failure ??= copied;
    failed.abort();
  };
  const fresh = count.fresh([config, ...layers]);
  const held = fresh.filter(({ mediaType }) => !isForeignLayer(mediaType));
  for (const blob of fresh) if (isForeignLayer(blob.mediaType)) count.blob('foreign', blob);
  await Promise.all(held.map(copyOne));
  return failure ?? succeeded(undefined);
}

function otherDigest({ reference }: ImagePlace, digest: string): RegistryFailure {
  return {
    kind: 'refused',
    host: reference.registry,
    asked: `copy to ${printImageReference(reference)}`,
    reason: `what is copied has the digest ${digest}`,
    fix: 'name the target by a tag, or by the digest of what is copied',
  };
}

function named({ reference }: ImagePlace) {
  return { repository: reference, asked: `manifest of ${printImageReference(reference)}` };
}

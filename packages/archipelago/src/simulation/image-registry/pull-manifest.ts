import { isJsonObject, type JsonValue, parseJson } from '@archipelago/apimachinery';
import type { StoredManifest } from './build-image.ts';
import { digestOf, isDigest } from './content-digest.ts';
import { bareMediaType, docker, manifestKind, oci } from './image-media-types.ts';
import type { ImageStore } from './image-store.ts';
import { emptyAnswer, errorAnswer, type RegistryAnswer, type RegistryCall } from './registry-answer.ts';

/** Where a manifest is: a repository, and a tag or digest in it. */
export interface ManifestPlace {
  readonly name: string;
  readonly reference: string;
}

/** The media types a client takes. Like distribution: quality values and wildcards mean nothing. */
function acceptedTypes({ headers }: RegistryCall): ReadonlySet<string> {
  return new Set((headers.accept ?? '').split(',').map(bareMediaType));
}

/** Whether a client named this digest as the one it has. */
export function isUnchanged({ headers }: RegistryCall, digest: string): boolean {
  const known = headers['if-none-match'];
  return known === digest || known === `"${digest}"`;
}

function notAccepted(what: string): RegistryAnswer {
  return errorAnswer('MANIFEST_UNKNOWN', {
    message: `OCI ${what} found, but accept header does not support OCI ${what === 'index' ? 'indexes' : 'manifests'}`,
  });
}

function isUsualPlatform(entry: JsonValue | undefined): boolean {
  const platform = isJsonObject(entry) ? entry.platform : undefined;
  return isJsonObject(platform) && platform.architecture === 'amd64' && platform.os === 'linux';
}

/** The digest of the list's child for linux/amd64, which clients get that do not know lists. */
function usualChild({ bytes }: StoredManifest): string | undefined {
  const list = parseJson(new TextDecoder().decode(bytes));
  const entries = isJsonObject(list) && Array.isArray(list.manifests) ? list.manifests : [];
  const found: unknown = entries.find(isUsualPlatform);
  return isJsonObject(found) && typeof found.digest === 'string' ? found.digest : undefined;
}

function served(manifest: StoredManifest, digest: string): RegistryAnswer {
  const headers = {
    'Content-Type': manifest.mediaType,
    'Docker-Content-Digest': digest,
    Etag: `"${digest}"`,
  };
  return { status: 200, headers, body: manifest.bytes };
}

/** A Docker list asked for by tag by a client that takes no lists. */
function servedChild(store: ImageStore, name: string, list: StoredManifest): RegistryAnswer {
  const digest = usualChild(list);
  const child = digest === undefined ? undefined : store.manifest(name, digest);
  return digest === undefined || child === undefined
    ? errorAnswer('MANIFEST_UNKNOWN')
    : served(child, digest);
}

/** A manifest of a type that the client does not accept: Docker's are served all the same. */
function servedUnasked(manifest: StoredManifest, digest: string): RegistryAnswer {
  const isOci = manifest.mediaType === oci.manifest || manifest.mediaType === oci.index;
  if (!isOci) return served(manifest, digest);
  return notAccepted(manifestKind(manifest.mediaType) === 'index' ? 'index' : 'manifest');
}

function notAcceptedByTag(
  store: ImageStore,
  { name }: ManifestPlace,
  manifest: StoredManifest,
): RegistryAnswer {
  return manifest.mediaType === docker.index
    ? servedChild(store, name, manifest)
    : servedUnasked(manifest, digestOf(manifest.bytes));
}

function unknownManifest({ name, reference }: ManifestPlace): RegistryAnswer {
  const detail = isDigest(reference) ? { Name: name, Revision: reference } : { Tag: reference };
  return errorAnswer('MANIFEST_UNKNOWN', { detail });
}

/**
 * Serves a manifest as distribution does: what is OCI's only to clients that accept it, a Docker list by tag to those that do
 * not know lists as its child for linux/amd64. Where distribution 2.8 would rewrite an image to the first Docker format,
 * this registry serves it as it is.
 */
export function pullManifest(store: ImageStore, call: RegistryCall, place: ManifestPlace): RegistryAnswer {
  const { name, reference } = place;
  const isByTag = !reference.includes(':');
  if (!isByTag && !isDigest(reference)) return errorAnswer('DIGEST_INVALID');
  const digest = isByTag ? store.tag(name, reference) : reference;
  const manifest = digest === undefined ? undefined : store.manifest(name, digest);
  if (digest === undefined || manifest === undefined) return unknownManifest(place);
  if (isUnchanged(call, digest)) return emptyAnswer(304, {});
  if (acceptedTypes(call).has(manifest.mediaType)) return served(manifest, digest);
  return isByTag ? notAcceptedByTag(store, place, manifest) : servedUnasked(manifest, digest);
}

import { BLOB_LIMIT, type BlobUpload, type BlobUploads } from './blob-uploads.ts';
import { digestOf, isDigest } from './content-digest.ts';
import type { ImageStore } from './image-store.ts';
import { emptyAnswer, errorAnswer, type RegistryAnswer, type RegistryCall } from './registry-answer.ts';

/** Where blobs are pushed to. */
interface BlobPlaces {
  readonly store: ImageStore;
  readonly uploads: BlobUploads;
}

interface UploadPlace {
  readonly name: string;
  readonly id: string;
}

/** Changes with every request of an upload: clients must follow the address they were given last, query included. */
function stateOf({ id, size }: BlobUpload): string {
  return digestOf(Buffer.from(`${id} ${size}`)).slice('sha256:'.length, 32);
}

function uploadAnswer({ origin }: RegistryCall, upload: BlobUpload, status: number): RegistryAnswer {
  return emptyAnswer(status, {
    Location: `${origin}/v2/${upload.name}/blobs/uploads/${upload.id}?_state=${stateOf(upload)}`,
    Range: `0-${Math.max(upload.size - 1, 0)}`,
    'Docker-Upload-UUID': upload.id,
  });
}

function createdBlob({ origin }: RegistryCall, name: string, digest: string): RegistryAnswer {
  return emptyAnswer(201, {
    Location: `${origin}/v2/${name}/blobs/${digest}`,
    'Docker-Content-Digest': digest,
  });
}

function tooLarge(): RegistryAnswer {
  return errorAnswer('SIZE_INVALID', {
    message: `a blob may have ${BLOB_LIMIT} bytes, and all together what this registry holds`,
  });
}

function storeBlob(
  { store }: BlobPlaces,
  call: RegistryCall,
  name: string,
  blob: Uint8Array,
): RegistryAnswer {
  const digest = call.query.get('digest') ?? '';
  if (digestOf(blob) !== digest) return errorAnswer('DIGEST_INVALID', { detail: digest });
  if (!store.fits(blob.length)) return tooLarge();
  return createdBlob(call, name, store.putBlob(name, blob));
}

/** POST: takes a whole blob, a blob of another repository, or begins an upload. */
export function beginUpload(places: BlobPlaces, call: RegistryCall, name: string): RegistryAnswer {
  const { query, body } = call;
  if (query.has('digest')) return storeBlob(places, call, name, body);
  const mount = query.get('mount') ?? '';
  if (places.store.mountBlob(query.get('from') ?? '', mount, name)) return createdBlob(call, name, mount);
  return uploadAnswer(call, places.uploads.begin(name), 202);
}

/** The upload a request is about; a refusal when there is none, or its address is not the latest. */
function uploadOf(
  { uploads }: BlobPlaces,
  { query }: RegistryCall,
  { name, id }: UploadPlace,
): { readonly upload: BlobUpload } | { readonly refusal: RegistryAnswer } {
  const upload = uploads.find(name, id);
  if (upload === undefined) return { refusal: errorAnswer('BLOB_UPLOAD_UNKNOWN') };
  if (query.get('_state') !== stateOf(upload)) {
    const detail = 'not the address that the last answer gave';
    return { refusal: errorAnswer('BLOB_UPLOAD_INVALID', { detail }) };
  }
  return { upload };
}

/** Chunks come in order: one that says where it starts must start where the last one ended. */
function isNext({ headers }: RegistryCall, { size }: BlobUpload): boolean {
  const range = headers['content-range'];
  return range === undefined || /^(\d+)-\d+$/.exec(range)?.[1] === String(size);
}

function appended(
  places: BlobPlaces,
  call: RegistryCall,
  place: UploadPlace,
): { readonly upload: BlobUpload } | { readonly refusal: RegistryAnswer } {
  const found = uploadOf(places, call, place);
  if ('refusal' in found) return found;
  if (!isNext(call, found.upload)) return { refusal: uploadAnswer(call, found.upload, 416) };
  const upload = places.uploads.append(place.id, call.body);
  return upload === undefined ? { refusal: tooLarge() } : { upload };
}

/** GET: how far an upload is. */
export function showUpload(places: BlobPlaces, call: RegistryCall, place: UploadPlace): RegistryAnswer {
  const upload = places.uploads.find(place.name, place.id);
  return upload === undefined ? errorAnswer('BLOB_UPLOAD_UNKNOWN') : uploadAnswer(call, upload, 204);
}

/** PATCH: takes a chunk. */
export function continueUpload(places: BlobPlaces, call: RegistryCall, place: UploadPlace): RegistryAnswer {
  const found = appended(places, call, place);
  return 'refusal' in found ? found.refusal : uploadAnswer(call, found.upload, 202);
}

/** PUT: takes what is left and holds the blob. A wrong digest ends the upload, too; a missing one does not. */
export function endUpload(places: BlobPlaces, call: RegistryCall, place: UploadPlace): RegistryAnswer {
  if (!isDigest(call.query.get('digest') ?? ''))
    return errorAnswer('DIGEST_INVALID', { detail: 'digest missing or of an unknown kind' });
  const found = appended(places, call, place);
  if ('refusal' in found) return found.refusal;
  return storeBlob(places, call, place.name, places.uploads.end(place.id));
}

/** DELETE: forgets an upload. */
export function cancelUpload(places: BlobPlaces, place: UploadPlace): RegistryAnswer {
  if (places.uploads.find(place.name, place.id) === undefined) return errorAnswer('BLOB_UPLOAD_UNKNOWN');
  places.uploads.end(place.id);
  return emptyAnswer(204, { 'Docker-Upload-UUID': place.id });
}

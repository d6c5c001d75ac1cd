import type { Descriptor } from '../manifests/descriptor.ts';
import { type Outcome, succeeded } from '../outcomes/outcome.ts';
import { hasBlob } from '../pulling/has-blob.ts';
import { pullBlob } from '../pulling/pull-blob.ts';
import { blobPhrase, type RepositoryPlace } from '../pulling/repository-place.ts';
import { abandonedCall } from '../requests/connection-failure.ts';
import type { RegistrySession } from '../requests/registry-session.ts';
import { type BegunUpload, mountBlob } from './begin-upload.ts';
import { pushBlob } from './push-blob.ts';
import { transferGates } from './transfer-gates.ts';

/** From where to where. */
export interface CopyRoute {
  readonly from: RepositoryPlace;
  readonly to: RepositoryPlace;
}

/** How a blob came to where it is: it was there, the registry took it from its other repository, or its bytes were moved. */
export type BlobFate = 'present' | 'mounted' | 'copied';

/** Brings a blob to another repository, with as few bytes as the registries allow. */
export async function copyBlob(
  session: RegistrySession,
  route: CopyRoute,
  blob: Descriptor,
): Promise<Outcome<BlobFate>> {
  const { from, to } = route;
  const there = await hasBlob(session, to, blob);
  if (there.kind !== 'ok') return there;
  if (there.value) return succeeded('present');
  if (from.repository.registry !== to.repository.registry) return transfer(session, route, { blob });
  const mounted = await mountBlob(session, to, { digest: blob.digest, from: from.repository.repository });
  if (mounted.kind !== 'ok') return mounted;
  if (mounted.value.kind === 'mounted') return succeeded('mounted');
  const begun = mounted.value.kind === 'begun' ? mounted.value : undefined;
  return transfer(session, route, { blob, begun });
}

async function transfer(
  session: RegistrySession,
  { from, to }: CopyRoute,
  { blob, begun }: { readonly blob: Descriptor; readonly begun?: BegunUpload | undefined },
): Promise<Outcome<BlobFate>> {
  const { registry } = from.repository;
  const leave = await transferGates(session).enter(registry, to.signal);
  if (leave === undefined) return abandonedCall({ host: registry, asked: blobPhrase(from, blob.digest) });
  try {
    const pushed = await pushBlob(session, to, {
      blob,
      source: (sink) => pullBlob(session, from, blob, sink),
      begun,
    });
    return pushed.kind === 'ok' ? succeeded('copied') : pushed;
  } finally {
    leave();
  }
}

import type { Descriptor } from '../manifests/descriptor.ts';
import { type Outcome, succeeded } from '../outcomes/outcome.ts';
import { readBody } from '../requests/read-body.ts';
import type { RegistryCall } from '../requests/registry-call.ts';
import type { RegistrySession } from '../requests/registry-session.ts';
import { attempt, malformed } from './fetch-manifest.ts';
import { blobPhrase, type RepositoryPlace } from './repository-place.ts';

/**
 * Whether a repository holds a blob. One of another size is `malformed`: the registry lost a part of it and would serve that for
 * ever, because it takes no second one of the same digest. Who is about to push asks with that right, so that one token does
 * for both; who only reads may not have it.
 */
export async function hasBlob(
  session: RegistrySession,
  place: RepositoryPlace,
  { digest, size }: Pick<Descriptor, 'digest' | 'size'>,
  push = true,
): Promise<Outcome<boolean>> {
  const call: RegistryCall = {
    ...place,
    method: 'HEAD',
    target: `${place.repository.repository}/blobs/${digest}`,
    push,
    asked: blobPhrase(place, digest),
  };
  const found = await attempt(session, call, async ({ headers, body }) => {
    await readBody(body, 0);
    const length = headers['content-length'];
    if (length !== undefined && Number(length) !== size)
      return malformed(call, `has ${length} bytes instead of ${size}`, 'delete it there, and push it again');
    return succeeded(true);
  });
  return found.kind === 'absent' ? succeeded(false) : found;
}

import type { WrittenManifest } from '../manifests/write-index.ts';
import { type Outcome, succeeded } from '../outcomes/outcome.ts';
import { attempt, malformed } from '../pulling/fetch-manifest.ts';
import type { RepositoryPlace } from '../pulling/repository-place.ts';
import { readBody } from '../requests/read-body.ts';
import type { RegistryCall } from '../requests/registry-call.ts';
import type { RegistrySession } from '../requests/registry-session.ts';

const longestAnswer = 64 * 1024;

/**
 * Pushes a manifest or index whose parts are there, under its digest, or under a tag. Registries may leave out which digest they
 * hold it under; one that names another is `malformed`.
 */
export function pushManifest(
  session: RegistrySession,
  place: RepositoryPlace,
  { manifest, tag }: { readonly manifest: WrittenManifest; readonly tag?: string | undefined },
): Promise<Outcome<undefined>> {
  const { repository } = place.repository;
  const named = tag === undefined ? `${repository}@${manifest.digest}` : `${repository}:${tag}`;
  const call: RegistryCall = {
    ...place,
    method: 'PUT',
    target: `${repository}/manifests/${tag ?? manifest.digest}`,
    headers: { 'Content-Type': manifest.mediaType },
    body: manifest.bytes,
    push: true,
    asked: `push of manifest ${named}`,
  };
  return attempt(session, call, async ({ headers, body }) => {
    await readBody(body, longestAnswer);
    const held = headers['docker-content-digest'];
    if (held !== undefined && held !== manifest.digest)
      return malformed(call, `is held as ${held} instead of ${manifest.digest}`, 'look at the registry');
    return succeeded(undefined);
  });
}

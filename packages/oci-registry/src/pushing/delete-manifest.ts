import { type Outcome, succeeded } from '../outcomes/outcome.ts';
import { attempt } from '../pulling/fetch-manifest.ts';
import type { RepositoryPlace } from '../pulling/repository-place.ts';
import { readBody } from '../requests/read-body.ts';
import type { RegistryCall } from '../requests/registry-call.ts';
import type { RegistrySession } from '../requests/registry-session.ts';

const longestAnswer = 64 * 1024;

/**
 * Takes a manifest or index away by its digest, with every tag that names it. `absent`: it was gone; `refused` with status 405:
 * the registry deletes nothing (OCI distribution specification, "Content Management"); `aborted`: `isAllowed` said no.
 */
export function deleteManifest(
  session: RegistrySession,
  place: RepositoryPlace,
  digest: string,
  isAllowed: () => boolean = () => true,
): Promise<Outcome<undefined>> {
  const { repository } = place.repository;
  const call: RegistryCall = {
    ...place,
    method: 'DELETE',
    target: `${repository}/manifests/${digest}`,
    isAllowed,
    asked: `deletion of ${repository}@${digest}`,
  };
  return attempt(session, call, async ({ body }) => {
    await readBody(body, longestAnswer);
    return succeeded(undefined);
  });
}

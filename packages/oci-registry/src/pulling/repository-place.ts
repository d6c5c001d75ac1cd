import type { RegistryCall } from '../requests/registry-call.ts';
import type { ImagePlace } from './image-place.ts';

/** A repository to read or write, and how. */
export type RepositoryPlace = Pick<RegistryCall, 'repository' | 'insecure' | 'access' | 'signal'>;

/** Where an image's parts are. */
export function repositoryOf({ reference, insecure, access, signal }: ImagePlace): RepositoryPlace {
  const { registry, repository } = reference;
  return { repository: { registry, repository }, insecure, access, signal };
}

/** A phrase for messages: `blob sha256:0123… of os`. */
export function blobPhrase({ repository }: RepositoryPlace, digest: string): string {
  return `blob ${digest} of ${repository.repository}`;
}

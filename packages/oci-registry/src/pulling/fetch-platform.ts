import type { ImageManifest } from '../manifests/parse-manifest.ts';
import type { Platform } from '../manifests/platform.ts';
import { type Outcome, succeeded } from '../outcomes/outcome.ts';
import type { RegistrySession } from '../requests/registry-session.ts';
import { fetchConfig } from './fetch-config.ts';
import type { ImagePlace } from './image-place.ts';

/** What an image of one platform says it runs on, in its config. */
export async function fetchPlatform(
  session: RegistrySession,
  place: ImagePlace,
  manifest: Pick<ImageManifest, 'config'>,
): Promise<Outcome<Platform>> {
  const config = await fetchConfig(session, place, manifest);
  return config.kind === 'ok' ? succeeded(config.value.platform) : config;
}

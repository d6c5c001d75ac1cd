import { succeeded } from './outcomes/outcome.ts';
import { hasBlob } from './pulling/has-blob.ts';
import { pullBlob } from './pulling/pull-blob.ts';
import { copyImage } from './pushing/copy-image.ts';
import { pushBlob } from './pushing/push-blob.ts';
import { pushManifest } from './pushing/push-manifest.ts';
import type { RegistryWriter } from './registry-writer.ts';
import type { RegistrySession } from './requests/registry-session.ts';

/** A writer over a session, which a client may share; who made the session closes its transport. */
export function createRegistryWriter(session: RegistrySession): RegistryWriter {
  return {
    hasBlob: (place, blob) => hasBlob(session, place, blob),
    pullBlob: (place, blob, sink) => pullBlob(session, place, blob, sink),
    async pushBlob(place, blob, source) {
      const there = await hasBlob(session, place, blob);
      if (there.kind !== 'ok') return there;
      if (there.value) return succeeded('present');
      const pushed = await pushBlob(session, place, { blob, source });
      return pushed.kind === 'ok' ? succeeded('copied') : pushed;
    },
    pushManifest: (place, manifest, tag) => pushManifest(session, place, { manifest, tag }),
    copyImage: (request) => copyImage(session, request),
  };
}

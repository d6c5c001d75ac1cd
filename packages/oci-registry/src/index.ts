export { createRegistryClient, createRegistrySession } from './create-registry-client.ts';
export { createRegistryWriter } from './create-registry-writer.ts';
export { type Credential, type CredentialEntry, findCredential } from './credentials/credential.ts';
export { credentialsOfSecret } from './credentials/credentials-of-secret.ts';
export { parseDockerConfig } from './credentials/parse-docker-config.ts';
export type { ImageInfo, ImageInfoPlatform } from './inspecting/image-info.ts';
export { type LookedIntoChild, lookInto, lookIntoChild } from './inspecting/look-into-child.ts';
export { refusedImage } from './inspecting/refused-image.ts';
export type { Descriptor } from './manifests/descriptor.ts';
export { dockerList, dockerManifest, manifestKind, ociIndex, ociManifest } from './manifests/media-types.ts';
export { type ImageIndex, parseManifest } from './manifests/parse-manifest.ts';
export { isSamePlatform, normalizePlatform, type Platform, printPlatform } from './manifests/platform.ts';
export { type WrittenManifest, writeIndex } from './manifests/write-index.ts';
export { fromAnySource } from './mirrors/from-any-source.ts';
export { parseMirrorSets } from './mirrors/parse-mirror-sets.ts';
export { parseRegistriesConf } from './mirrors/parse-registries-conf.ts';
export { isInsecure, pullSources } from './mirrors/pull-sources.ts';
export { insecureRules, type RegistryRule } from './mirrors/registry-rule.ts';
export { withInsecure } from './mirrors/with-insecure.ts';
export {
  isSilence,
  type Outcome,
  printFailure,
  type RegistryFailure,
  succeeded,
} from './outcomes/outcome.ts';
export { accepted, type Parsed, printRefusal, refusal } from './outcomes/parsed.ts';
export { fetchChild } from './pulling/fetch-child.ts';
export { type FetchedManifest, fetchManifest } from './pulling/fetch-manifest.ts';
export { fetchPlatform } from './pulling/fetch-platform.ts';
export type { ImagePlace } from './pulling/image-place.ts';
export { repositoryOf } from './pulling/repository-place.ts';
export type { CopiedImage } from './pushing/copied-image.ts';
export { copyImage } from './pushing/copy-image.ts';
export { deleteManifest } from './pushing/delete-manifest.ts';
export { contentSource } from './pushing/push-blob.ts';
export { pushManifest } from './pushing/push-manifest.ts';
export { digestOf, parseDigest } from './references/digest.ts';
export { atDigest, type ImageReference, printImageReference } from './references/image-reference.ts';
export { parseImageReference } from './references/parse-image-reference.ts';
export { parseRegistry } from './references/registry-host.ts';
export type { InspectRequest, RegistryClient } from './registry-client.ts';
export type { RegistryWriter } from './registry-writer.ts';
export { type AddressPolicy, localNetworks } from './requests/address-policy.ts';
export { isAddressRange } from './requests/address-range.ts';
export type { ProxySettings } from './requests/choose-proxy.ts';
export { abandonedCall } from './requests/connection-failure.ts';
export type { HttpRequest, HttpResponse, HttpTransport } from './requests/http-exchange.ts';
export type { RegistryAccess } from './requests/registry-call.ts';
export {
  newSession,
  type RegistryLimits,
  type RegistrySession,
  standardLimits,
} from './requests/registry-session.ts';
export { Limiter } from './sharing/limiter.ts';
export { nodeHttpTransport } from './transport/node-http-transport.ts';

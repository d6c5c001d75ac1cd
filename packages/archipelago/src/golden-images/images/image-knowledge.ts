import { isJsonObject, type JsonObject, type JsonValue, textAt } from '@archipelago/apimachinery';

/** One platform of an image, as its index lists it. Attestations are no platforms. */
interface ImagePlatform {
  readonly architecture: string;
  readonly variant?: string;
  /** Of the manifest. */
  readonly digest: string;
  /** Bytes to download: the manifest's layers. Undefined: not looked up. */
  readonly size: number | undefined;
}

/** What the registry told. */
export interface ProbedImage {
  readonly kind: 'probed';
  /** Of the index, or of the manifest where the image has one platform only. */
  readonly digest: string;
  /** A manifest, no index. */
  readonly single: boolean;
  readonly platforms: readonly ImagePlatform[];
  /** RFC 3339: when it was first told so. */
  readonly at: string;
}

/** Why a registry did not tell. */
export const probeFailures = [
  'unreachable',
  'unauthorized',
  'absent',
  'rateLimited',
  'malformed',
  'refused',
] as const;

export type ProbeFailure = (typeof probeFailures)[number];

/** Why no registry can tell. */
export type Unprobeable = 'oci-archive' | 'imageStream' | 'pvc' | 'noUrl';

/** All that is known about the image of a template. */
export type ImageKnowledge =
  | ProbedImage
  | {
      readonly kind: 'failed';
      readonly reason: ProbeFailure;
      readonly message: string;
      /** RFC 3339. */
      readonly at: string;
      /** The last good answer about the same image. */
      readonly last?: ProbedImage;
    }
  | { readonly kind: 'unprobeable'; readonly because: Unprobeable }
  | { readonly kind: 'pending' };

/** What registries said about images, by `ImageToProbe.key`; an image that is missing has not been asked about yet. */
export type RegistryAnswers = ReadonlyMap<string, ImageKnowledge>;

/** An image that can be asked for, with what CDI would ask with. */
export interface ImageToProbe {
  readonly kind: 'image';
  /** The same for every template that asks for the same image with the same credentials. */
  readonly key: string;
  /** As the template writes it: `docker://…`. */
  readonly url: string;
  /** Of the secret and the config map. */
  readonly namespace: string;
  /** Secret with CDI's keys accessKeyId and secretKey. */
  readonly secret: string | undefined;
  /** Config map whose values are CA certificates. */
  readonly certificates: string | undefined;
}

/** The part of a template that says which image it is, and with what it is read. */
interface ImageTemplate {
  readonly metadata: { readonly namespace?: string };
  readonly spec: { readonly template: { readonly spec: JsonObject } };
}

/** Where the objects of a template live: CDI lets a cron manage only a DataSource of its own namespace. Empty means none, as in Kubernetes. */
export function namespaceOf({ metadata }: Pick<ImageTemplate, 'metadata'>, home: string): string {
  return metadata.namespace || home;
}

/** What to ask a registry for a template; `home` is where crons live whose template names no namespace, and their secrets with them. */
export function imageToProbe(
  { metadata, spec }: ImageTemplate,
  home: string,
): ImageToProbe | { readonly kind: 'unprobeable'; readonly because: Unprobeable } {
  const namespace = namespaceOf({ metadata }, home);
  const { source } = spec.template.spec;
  const registry = isJsonObject(source) ? source.registry : undefined;
  if (!isJsonObject(registry)) return { kind: 'unprobeable', because: hasPvc(source) ? 'pvc' : 'noUrl' };
  const url = textAt(registry, 'url');
  if (url === '')
    return {
      kind: 'unprobeable',
      because: textAt(registry, 'imageStream') === '' ? 'noUrl' : 'imageStream',
    };
  if (url.startsWith('oci-archive:')) return { kind: 'unprobeable', because: 'oci-archive' };
  return asked({
    url,
    namespace,
    secret: textAt(registry, 'secretRef') || undefined,
    certificates: textAt(registry, 'certConfigMap') || undefined,
  });
}

/** Without credentials of its own, an image is the same from every namespace. */
function asked(image: Omit<ImageToProbe, 'kind' | 'key'>): ImageToProbe {
  const { url, namespace, secret = '', certificates = '' } = image;
  const scope = secret === '' && certificates === '' ? '' : namespace;
  return { kind: 'image', key: JSON.stringify([url, scope, secret, certificates]), ...image };
}

function hasPvc(source: JsonValue | undefined): boolean {
  return isJsonObject(source) && isJsonObject(source.pvc);
}

/** The last good answer, whatever became of later questions. */
export function lastProbed(knowledge: ImageKnowledge | undefined): ProbedImage | undefined {
  switch (knowledge?.kind) {
    case 'probed':
      return knowledge;
    case 'failed':
      return knowledge.last;
    default:
      return undefined;
  }
}

/** Architectures of the platforms, each once, in the order of the image. */
export function probedArchitectures(image: ProbedImage): readonly string[] {
  return [...new Set(image.platforms.map(({ architecture }) => architecture))];
}

/** Why a registry does not tell; undefined: it does, or has not been asked. */
export function failureOf(
  knowledge: ImageKnowledge | undefined,
): Pick<Extract<ImageKnowledge, { kind: 'failed' }>, 'reason' | 'message'> | undefined {
  if (knowledge?.kind !== 'failed') return undefined;
  const { reason, message } = knowledge;
  return { reason, message };
}

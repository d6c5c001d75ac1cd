import { isJsonObject, label1123Problems, subdomainProblems } from '@archipelago/apimachinery';
import {
  ApiConnectionError,
  isMissingPermission,
  type KubernetesClient,
  type Resource,
} from '@archipelago/kube-client';
import {
  abandonedCall,
  type CredentialEntry,
  credentialsOfSecret,
  type ImageInfo,
  Limiter,
  type Outcome,
  parseImageReference,
  type RegistryAccess,
  type RegistryClient,
  type RegistryFailure,
  type RegistryRule,
  succeeded,
} from '@archipelago/oci-registry';
import type { ImageToProbe } from '../../golden-images/images/image-knowledge.ts';

/** Asks the registry of an image what it is made of. */
export type AskImage = (image: ImageToProbe, signal: AbortSignal) => Promise<Outcome<ImageInfo>>;

export interface AskImageOptions {
  readonly client: Pick<KubernetesClient, 'get'>;
  readonly registry: RegistryClient;
  /** The operator's own logins and authorities; those of a template come before. */
  readonly access: RegistryAccess;
  /** Mirrors, blocked and insecure registries, as they are now. */
  readonly rules: () => readonly RegistryRule[];
  /** No login of a template is read here: it has logins that are not for templates. Absent: everywhere. */
  readonly closedNamespace?: string;
  /** Whether download sizes are wanted, too. */
  readonly sizes?: boolean;
}

const secrets: Resource = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', namespaced: true };
const configMaps: Resource = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
};

/** Asks with the template's own secret and certificates, which are read each time: they may have been renewed. */
export function createAskImage(options: AskImageOptions): AskImage {
  const limiter = new Limiter(mostReadAtOnce);
  return async (image, signal) => {
    const reference = parseImageReference(image.url);
    if (reference.kind === 'refused') {
      const { value, reason, fix } = reference;
      return { kind: 'refused', host: value, asked: 'image', reason, fix };
    }
    const unusable = unusableName(image) ?? closed(image, options.closedNamespace);
    if (unusable !== undefined) return unusable;
    try {
      const access = await accessFor({ ...options, limiter }, image, {
        host: reference.value.registry,
        signal,
      });
      if (access.kind !== 'ok') return access;
      const rules = options.rules();
      return await options.registry.inspect(reference.value, {
        access: access.value,
        rules,
        sizes: options.sizes === true,
        signal,
      });
    } catch (error) {
      if (!(error instanceof ApiConnectionError)) throw error;
      const { url } = image;
      return { kind: 'unreachable', host: url, asked: 'its login', reason: error.message, fix: 'wait' };
    }
  };
}

/** A name that no Secret or ConfigMap can have, or a namespace that is none: there is nothing to ask for. */
function unusableName({
  url: host,
  namespace,
  secret,
  certificates,
}: ImageToProbe): RegistryFailure | undefined {
  const names = [secret, certificates].filter((name) => name !== undefined);
  if (names.length === 0) return undefined;
  const wrong = [
    ...names.filter((name) => subdomainProblems(name).length > 0),
    ...(label1123Problems(namespace).length > 0 ? [namespace] : []),
  ];
  const [first] = wrong;
  if (first === undefined) return undefined;
  const reason = `${JSON.stringify(first)} is no name that it could have`;
  const fix = "correct the template's secretRef, certConfigMap or namespace";
  return { kind: 'refused', host, asked: 'its login', reason, fix };
}

/** Who may write a HyperConverged must not have the operator's own logins sent to a host of theirs. */
function closed(image: ImageToProbe, closedNamespace: string | undefined): RegistryFailure | undefined {
  const { url: host, namespace, secret } = image;
  if (secret === undefined || namespace !== closedNamespace) return undefined;
  const reason = `templates get no login from ${namespace}, the operator's own namespace`;
  const fix = 'give the template another namespace, and put the Secret there';
  return { kind: 'refused', host, asked: `Secret ${namespace}/${secret}`, reason, fix };
}

/** Of secrets and config maps: a thousand templates may begin at the same time. */
const mostReadAtOnce = 8;

interface Asking {
  /** Registry of the image. */
  readonly host: string;
  readonly signal: AbortSignal;
}

async function accessFor(
  { client, access, limiter }: AskImageOptions & { readonly limiter: Limiter },
  image: ImageToProbe,
  asking: Asking,
): Promise<Outcome<RegistryAccess>> {
  const leave = await limiter.enter(asking.signal);
  if (leave === undefined) return abandonedCall({ host: asking.host, asked: 'its login' });
  try {
    const own = await loginOf(client, image, asking);
    if (own.kind !== 'ok') return own;
    const ca = await authoritiesOf(client, image, asking);
    if (ca.kind !== 'ok') return ca;
    const authorities = [ca.value, access.ca].filter((text) => text !== undefined);
    return succeeded({
      credentials: [...own.value, ...access.credentials],
      ca: authorities.length === 0 ? undefined : authorities.join('\n'),
    });
  } finally {
    leave();
  }
}

async function loginOf(
  client: AskImageOptions['client'],
  { secret: name, namespace }: ImageToProbe,
  { host, signal }: Asking,
): Promise<Outcome<readonly CredentialEntry[]>> {
  if (name === undefined) return succeeded([]);
  const found = await client.get(secrets, { name, namespace }, { signal });
  if (!found.ok) return unread('Secret', { name, namespace, host }, found.status);
  const parsed = credentialsOfSecret(found.value, host);
  if (parsed.kind === 'ok') return parsed;
  const { field, reason, fix } = parsed;
  return { kind: 'unauthorized', host, asked: field, reason, fix };
}

async function authoritiesOf(
  client: AskImageOptions['client'],
  { certificates: name, namespace }: ImageToProbe,
  { host, signal }: Asking,
): Promise<Outcome<string | undefined>> {
  if (name === undefined) return succeeded(undefined);
  const found = await client.get(configMaps, { name, namespace }, { signal });
  if (!found.ok) return unread('ConfigMap', { name, namespace, host }, found.status);
  const data = isJsonObject(found.value.data) ? found.value.data : {};
  const texts = Object.values(data).filter((text) => typeof text === 'string');
  return succeeded(texts.join('\n'));
}

type Status = Parameters<typeof isMissingPermission>[0];

function unread(
  kind: 'Secret' | 'ConfigMap',
  { name, namespace, host }: { name: string; namespace: string; host: string },
  status: Status,
): RegistryFailure {
  const asked = `${kind} ${namespace}/${name}`;
  if (status.code === 404) {
    const fix = `create it, or correct the template's ${kind === 'Secret' ? 'secretRef' : 'certConfigMap'}`;
    return { kind: 'unauthorized', host, asked, reason: 'it does not exist', fix };
  }
  const fix = isMissingPermission(status)
    ? `let the operator's account get this ${kind} with a Role in ${namespace}`
    : 'look at the API server';
  return { kind: 'unauthorized', host, asked, reason: status.message, fix };
}

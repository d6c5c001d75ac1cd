import { accepted, type Parsed, type Refusal, refusal } from '../outcomes/parsed.ts';
import { parseDigest } from './digest.ts';
import type { ImageReference } from './image-reference.ts';
import { dockerHub, parseRegistry } from './registry-host.ts';

const field = 'image reference';
/** Of host and path together (reference grammar of the distribution project). */
const longestName = 255;
const pathComponent = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const tagPattern = /^\w[\w.-]{0,127}$/;

/** Other transports of the containers tools, and what they name instead of an image in a registry. */
const otherTransports: ReadonlyMap<string, string> = new Map([
  ['oci-archive', 'an archive in a file'],
  ['docker-archive', 'an archive in a file'],
  ['oci', 'a folder'],
  ['dir', 'a folder'],
  ['containers-storage', 'the local storage of one machine'],
  ['docker-daemon', 'the local storage of one machine'],
  ['ostree', 'an OSTree repository'],
  ['sif', 'a file'],
  ['tarball', 'a file'],
  ['http', 'a web page'],
  ['https', 'a web page'],
]);

/**
 * Reads `[docker://][host[:port]/]path[:tag][@digest]`; without tag and digest the tag is `latest`.
 * A first component without dot and colon that is not `localhost` is no host: the image is one of Docker Hub, below
 * `library/` when it has a single component. That is what `docker://` means to CDI and skopeo; search lists do not apply.
 */
export function parseImageReference(text: string): Parsed<ImageReference> {
  const bare = text.startsWith('docker://') ? text.slice('docker://'.length) : text;
  if (bare === text) {
    const other = refuseTransport(text);
    if (other !== undefined) return other;
  }
  if (bare === '') return refusal(field, text, 'is empty', 'write host/path:tag');
  return withDefaultTag(bare);
}

function refuseTransport(text: string): Refusal | undefined {
  const transport = /^([a-z-]+):/.exec(text)?.[1];
  const what = transport === undefined ? undefined : otherTransports.get(transport);
  if (what !== undefined)
    return refusal(field, text, `names ${what}, not an image in a registry`, 'write docker://host/path:tag');
  return text.includes('://')
    ? refusal(field, text, 'has an unknown transport', 'write docker://host/path:tag')
    : undefined;
}

function withDefaultTag(bare: string): Parsed<ImageReference> {
  const { name, tag, digest } = split(bare);
  if (tag !== undefined && !tagPattern.test(tag))
    return refusal(
      'tag',
      tag,
      'is not 1 to 128 letters, digits, _, . or - that begin with no . or -',
      'correct the tag',
    );
  const checked = digest === undefined ? undefined : parseDigest(digest);
  if (checked?.kind === 'refused') return checked;
  const located = locate(name);
  if (located.kind === 'refused') return located;
  return accepted({ ...located.value, tag: tag ?? (digest === undefined ? 'latest' : undefined), digest });
}

/** A colon is a tag's only after the last slash; before it, it is a port's. */
function split(bare: string) {
  const at = bare.indexOf('@');
  const named = at < 0 ? bare : bare.slice(0, at);
  const digest = at < 0 ? undefined : bare.slice(at + 1);
  const colon = named.indexOf(':', named.lastIndexOf('/') + 1);
  return colon < 0
    ? { name: named, tag: undefined, digest }
    : { name: named.slice(0, colon), tag: named.slice(colon + 1), digest };
}

function locate(name: string): Parsed<{ registry: string; repository: string }> {
  if (name.length > longestName)
    return refusal('name', name, `has ${name.length} characters`, `use at most ${longestName}`);
  const slash = name.indexOf('/');
  const first = slash < 0 ? '' : name.slice(0, slash);
  if (!looksLikeHost(first)) return onDockerHub(name);
  const registry = parseRegistry(first);
  if (registry.kind === 'refused') return registry;
  const path = name.slice(slash + 1);
  const repository = registry.value === dockerHub && !path.includes('/') ? `library/${path}` : path;
  return checkPath(path) ?? accepted({ registry: registry.value, repository });
}

function looksLikeHost(first: string): boolean {
  return first.toLowerCase() === 'localhost' || /[.:[\]]/.test(first);
}

function onDockerHub(name: string): Parsed<{ registry: string; repository: string }> {
  if (/^[0-9a-f]{64}$/.test(name))
    return refusal('name', name, 'is an image ID of one machine', 'write host/path:tag');
  const repository = name.includes('/') ? name : `library/${name}`;
  return checkPath(name) ?? accepted({ registry: dockerHub, repository });
}

function checkPath(path: string): Refusal | undefined {
  if (path.split('/').every((component) => pathComponent.test(component))) return undefined;
  const lower = path.toLowerCase();
  if (lower !== path && lower.split('/').every((component) => pathComponent.test(component)))
    return refusal('repository', path, 'has upper case letters', `write ${lower}`);
  return refusal(
    'repository',
    path,
    'has a component that is not lower case letters and digits joined by single ., _, __ or -',
    'write host/path:tag',
  );
}

import {
  atDigest,
  deleteManifest,
  fetchManifest,
  fetchPlatform,
  fromAnySource,
  type ImagePlace,
  type ImageReference,
  isInsecure,
  type LookedIntoChild,
  lookInto,
  lookIntoChild,
  type Outcome,
  parseImageReference,
  printFailure,
  type RegistryAccess,
  type RegistryFailure,
  type RegistryRule,
  type RegistrySession,
  repositoryOf,
  succeeded,
} from '@archipelago/oci-registry';
import { names } from '../../layering/api/layering-names.ts';
import type { RegistryAnswer, RegistryQuestion } from '../../layering/build-plan/registry-question.ts';
import type { BaseImage } from '../../layering/resolve-base.ts';
import type { FoundChild } from '../../layering/verify-index.ts';

/** Asks a registry what the planner wants to know. Refusals are answers; it throws for mistakes of ours only. */
export type AskRegistry = (question: RegistryQuestion, signal: AbortSignal) => Promise<RegistryAnswer>;

interface AskRegistryOptions {
  readonly session: RegistrySession;
  /** Logins of a secret of the jobs' namespace, by its name, for images of `registry`; undefined: those of the operator alone. */
  readonly accessFor: (
    secret: string | undefined,
    registry: string,
    signal: AbortSignal,
  ) => Promise<Outcome<RegistryAccess>>;
  /** Mirrors, blocked and insecure registries, as they are now. */
  readonly rules: () => readonly RegistryRule[];
  /** Asked right before each request that deletes: what is taken away does not come back. */
  readonly mayDelete: () => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What came of a question. */
  readonly onAsked?: (outcome: Outcome<unknown>['kind']) => void;
}

/** What a state of an answer brings with it, without its time. */
type Said = RegistryAnswer extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'askedAt'>
    : never
  : never;

export function createAskRegistry(options: AskRegistryOptions): AskRegistry {
  return async (question, signal) => {
    const said = await say(options, question, signal);
    options.onAsked?.(said.kind);
    return said.kind === 'ok'
      ? { ...said.value, askedAt: options.now() }
      : { ...failureAnswer(said), askedAt: options.now() };
  };
}

async function say(
  options: AskRegistryOptions,
  { kind, reference: text, secret }: RegistryQuestion,
  signal: AbortSignal,
): Promise<Outcome<Said>> {
  const parsed = parseImageReference(text);
  if (parsed.kind === 'refused') {
    const { value, reason, fix } = parsed;
    return { kind: 'refused', host: value, asked: 'image', reason, fix };
  }
  const reference = parsed.value;
  const access = await options.accessFor(secret, reference.registry, signal);
  if (access.kind !== 'ok') return access;
  const asking = { options, access: access.value, signal };
  switch (kind) {
    case 'base':
      return base(asking, reference);
    case 'image':
      return image(asking, reference);
    case 'published':
      return published(asking, reference);
    case 'delete':
      return takeAway(asking, reference);
  }
}

interface Asking {
  readonly options: AskRegistryOptions;
  readonly access: RegistryAccess;
  readonly signal: AbortSignal;
}

/** Only base images are read at mirrors: what jobs push is where they push it. */
function base({ options, access, signal }: Asking, reference: ImageReference): Promise<Outcome<Said>> {
  const { session } = options;
  return fromAnySource(reference, options.rules(), async ({ reference: at, insecure }) => {
    const place: ImagePlace = { reference: at, insecure, access, signal };
    const fetched = await fetchManifest(session, place);
    if (fetched.kind !== 'ok') return fetched;
    const { manifest, digest } = fetched.value;
    const repository = `${reference.registry}/${reference.repository}`;
    if (manifest.kind === 'index') {
      const children = manifest.children.flatMap(({ platform, digest: child }) =>
        platform === undefined ? [] : [{ ...platform, digest: child }],
      );
      return succeeded(baseAnswer({ kind: 'index', repository, digest, children }));
    }
    const platform = await fetchPlatform(session, place, manifest);
    if (platform.kind !== 'ok') return platform;
    return succeeded(baseAnswer({ kind: 'manifest', repository, digest, ...platform.value }));
  });
}

function baseAnswer(found: BaseImage): Said {
  return { state: 'base', base: found };
}

function placeOf({ options, access, signal }: Asking, reference: ImageReference): ImagePlace {
  const insecure = isInsecure(options.rules(), reference.registry, reference.repository);
  return { reference, insecure, access, signal };
}

async function image(asking: Asking, reference: ImageReference): Promise<Outcome<Said>> {
  const looked = await lookIntoChild(asking.options.session, placeOf(asking, reference), false);
  if (looked.kind !== 'ok') return looked;
  const { digest, mediaType, labels } = looked.value;
  const key = Object.hasOwn(labels, names.key) ? labels[names.key] : undefined;
  const found = { digest, mediaType, child: childOf(looked.value), key };
  return succeeded({ state: 'image', image: found });
}

function childOf({ size, platform, baseDigest, missingBlobs }: LookedIntoChild) {
  return { state: 'found', size, config: platform, baseDigest, missingBlobs } as const;
}

/** An index is read with everything that it names: registries check neither platforms nor sizes. */
async function published(asking: Asking, reference: ImageReference): Promise<Outcome<Said>> {
  const { session } = asking.options;
  const place = placeOf(asking, reference);
  const fetched = await fetchManifest(session, place);
  if (fetched.kind !== 'ok') return fetched;
  const { manifest, digest, size } = fetched.value;
  const { mediaType } = manifest;
  if (manifest.kind === 'image') {
    const only = await lookInto(session, { place, push: false, fetched: fetched.value });
    if (only.kind !== 'ok') return only;
    const children = { [digest]: childOf(only.value) };
    return succeeded({
      state: 'published',
      published: { digest, mediaType, size, entries: undefined, children },
    });
  }
  const children = await childrenOf(
    asking,
    place,
    manifest.children.filter((each) => !each.isAttestation).map((each) => each.digest),
  );
  if (children.kind !== 'ok') return children;
  const entries = manifest.children.map(({ mediaType: type, digest: child, size: bytes, platform }) => ({
    mediaType: type,
    digest: child,
    size: bytes,
    platform,
  }));
  return succeeded({
    state: 'published',
    published: { digest, mediaType, size, entries, children: children.value },
  });
}

async function childrenOf(
  { options }: Asking,
  place: ImagePlace,
  digests: readonly string[],
): Promise<Outcome<Readonly<Record<string, FoundChild>>>> {
  const looked = await Promise.all(
    digests.map((digest) =>
      lookIntoChild(options.session, { ...place, reference: atDigest(place.reference, digest) }, false),
    ),
  );
  const found: Record<string, FoundChild> = {};
  for (const [index, each] of looked.entries()) {
    if (each.kind !== 'ok' && each.kind !== 'absent') return each;
    found[digests[index] ?? ''] = each.kind === 'ok' ? childOf(each.value) : { state: 'missing' };
  }
  return succeeded(found);
}

async function takeAway(asking: Asking, reference: ImageReference): Promise<Outcome<Said>> {
  const { digest } = reference;
  if (digest === undefined)
    throw new Error(`a deletion is asked for without a digest: ${reference.repository}`);
  const { session, mayDelete } = asking.options;
  const gone = await deleteManifest(session, repositoryOf(placeOf(asking, reference)), digest, mayDelete);
  return gone.kind === 'ok' ? succeeded({ state: 'deleted' }) : gone;
}

const notAllowed = 405;

function failureAnswer(failure: RegistryFailure): Said {
  if (failure.kind === 'absent') return { state: 'missing' };
  const message = printFailure(failure);
  if (failure.kind === 'unauthorized') return { state: 'denied', message };
  if (failure.kind === 'refused' && failure.status === notAllowed) return { state: 'unsupported' };
  if (failure.kind === 'malformed' || failure.kind === 'refused') return { state: 'bad', message };
  return { state: 'unavailable', message };
}

import {
  atDigest,
  type CopiedImage,
  type ImagePlace,
  printImageReference,
  type RegistryFailure,
  type RegistrySession,
  type WrittenManifest,
} from '@archipelago/oci-registry';
import { childTag } from '../../../../layering/object-names.ts';
import { type Assembled, type AssemblyFailure, assembled, failed } from './assembly-failure.ts';
import { bringChild } from './bring-child.ts';
import { putManifest, tagManifest } from './publish-manifest.ts';
import type { ReadChild } from './read-child.ts';
import { verifyPublished } from './verify-published.ts';

/** What happened to a part. */
export type AssemblyStep =
  /** `copied`: undefined when it was there, whole. */
  | { readonly kind: 'child'; readonly child: ReadChild; readonly copied: CopiedImage | undefined }
  | { readonly kind: 'root'; readonly digest: string; readonly fresh: boolean }
  | { readonly kind: 'tag'; readonly tag: string; readonly fresh: boolean };

/** Where an image goes, and how. */
interface Publishing {
  readonly session: RegistrySession;
  readonly target: ImagePlace;
  /** Children get tags, too. */
  readonly childTags: boolean;
  readonly said: (step: AssemblyStep) => void;
}

/** What is published: children that were judged, and what names them. */
interface Judged {
  readonly root: WrittenManifest;
  readonly children: readonly ReadChild[];
}

type Failed = Extract<Assembled<never>, { kind: 'failed' }>;

/** Brings everything under its digest, looks at it there, and tags it last; undefined: all is well. */
export async function publishImage(publishing: Publishing, image: Judged): Promise<Failed | undefined> {
  const brought = await bringChildren(publishing, image.children);
  if (brought.kind === 'failed') return brought;
  const { session, target, said } = publishing;
  const { root, children } = image;
  const put = await putManifest(session, target, root);
  if (put.kind !== 'ok') return unpublished(put, target, children);
  said({ kind: 'root', digest: root.digest, fresh: put.value });
  const place = { ...target, reference: atDigest(target.reference, root.digest) };
  const verified = await verifyPublished(session, place, children);
  if (verified.kind === 'failed') return verified;
  return tagAll(publishing, image);
}

async function bringChildren(
  { session, target, said }: Publishing,
  children: readonly ReadChild[],
): Promise<Assembled<undefined>> {
  for (const child of children) {
    const brought = await bringChild(session, child, target);
    if (brought.kind !== 'ok') return notBrought(child, target, brought);
    said({ kind: 'child', child, copied: brought.value });
  }
  return assembled(undefined);
}

function notBrought({ promised, place }: ReadChild, target: ImagePlace, failure: RegistryFailure): Failed {
  const { registry } = place.reference;
  const isOfSource = failure.host === registry && registry !== target.reference.registry;
  const side = isOfSource ? 'source' : 'target';
  return failed({ architecture: promised.platform.architecture, failure, side });
}

/** A registry that refuses an index because it has no longer a child that was just there says which. */
function unpublished(
  failure: RegistryFailure,
  { reference }: ImagePlace,
  children: readonly ReadChild[],
): Failed {
  const lost = children.filter((child) => isLost(child, failure));
  if (lost.length === 0) return failed({ architecture: undefined, failure, side: 'target' });
  const named = lost.map(({ promised, digest }): AssemblyFailure => {
    const asked = `image ${printImageReference(atDigest(reference, digest))}`;
    const reason = 'was there when it was read, and is gone now';
    const gone = { ...failure, kind: 'absent', asked, reason, fix: 'build it again' } as const;
    return { architecture: promised.platform.architecture, failure: gone, side: 'target' };
  });
  return failed(...named);
}

const lostCodes: ReadonlySet<string> = new Set(['MANIFEST_BLOB_UNKNOWN', 'MANIFEST_UNKNOWN']);

function isLost({ digest }: ReadChild, { errors = [] }: RegistryFailure): boolean {
  return errors.some(
    ({ code, message, detail }) => lostCodes.has(code) && `${message} ${detail}`.includes(digest),
  );
}

/** The target's own tag last: whoever sees it finds everything. */
async function tagAll(
  { session, target, childTags, said }: Publishing,
  image: Judged,
): Promise<Failed | undefined> {
  const { tag } = target.reference;
  if (tag === undefined) return undefined;
  const ofChildren = image.children.map((child) => {
    const { architecture } = child.promised.platform;
    return { architecture, manifest: child, tag: childTag(tag, architecture) };
  });
  const all = [...(childTags ? ofChildren : []), { architecture: undefined, manifest: image.root, tag }];
  for (const each of all) {
    const tagged = await tagManifest(session, target, each);
    if (tagged.kind !== 'ok')
      return failed({ architecture: each.architecture, failure: tagged, side: 'target' });
    said({ kind: 'tag', tag: each.tag, fresh: tagged.value });
  }
  return undefined;
}

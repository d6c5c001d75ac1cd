import { childTag } from '../../layering/object-names.ts';
import type { ImagePlace } from '../../registry/inspecting/image-place.ts';
import type { WrittenManifest } from '../../registry/manifests/write-index.ts';
import type { CopiedImage } from '../../registry/pushing/copied-image.ts';
import { atDigest } from '../../registry/references/image-reference.ts';
import type { RegistrySession } from '../../registry/requests/registry-session.ts';
import { type Assembled, assembled, failed } from './assembly-failure.ts';
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
export interface Publishing {
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
  if (put.kind !== 'ok') return failed({ architecture: undefined, failure: put });
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
    if (brought.kind !== 'ok')
      return failed({ architecture: child.promised.platform.architecture, failure: brought });
    said({ kind: 'child', child, copied: brought.value });
  }
  return assembled(undefined);
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
    if (tagged.kind !== 'ok') return failed({ architecture: each.architecture, failure: tagged });
    said({ kind: 'tag', tag: each.tag, fresh: tagged.value });
  }
  return undefined;
}

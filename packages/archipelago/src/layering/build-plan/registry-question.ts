import type { Question } from '../../engine/plan/plan.ts';
import type { BaseImage } from '../resolve-base.ts';
import type { FoundChild, IndexEntry } from '../verify-index.ts';

/** Something that only a registry knows. */
export interface RegistryQuestion extends Question {
  /**
   * `base`: an image to start from. `image`: the image of one architecture that a job has pushed. `published`: the index or image
   * in the final repository, with all its children. `delete`: takes a manifest away (the reference is by digest).
   */
  readonly kind: 'base' | 'image' | 'published' | 'delete';
  /** `host/path:tag` or `host/path@digest`. */
  readonly reference: string;
  /** Secret with the login, in the namespace of the jobs; undefined: without. */
  readonly secret: string | undefined;
}

/** The image of one architecture as its registry has it. */
export interface FoundImage {
  readonly digest: string;
  readonly mediaType: string;
  readonly child: Extract<FoundChild, { state: 'found' }>;
  /** Label `layering.archipelago.dev/key` of its config: which platform key it says it was built for. */
  readonly key: string | undefined;
}

/** What the final repository has under a tag. */
export interface PublishedImage {
  readonly digest: string;
  readonly mediaType: string;
  /** Bytes of the manifest. */
  readonly size: number;
  /** Of an index; undefined: an image of one architecture. */
  readonly entries: readonly IndexEntry[] | undefined;
  /** By digest: the children, or the image itself. */
  readonly children: Readonly<Record<string, FoundChild>>;
}

/** What a registry said; `askedAt` in milliseconds since 1970. */
export type RegistryAnswer = { readonly askedAt: number } & (
  | { readonly state: 'base'; readonly base: BaseImage }
  | { readonly state: 'image'; readonly image: FoundImage }
  | { readonly state: 'published'; readonly published: PublishedImage }
  /** To a question for what is published, before this process began: it was this, and all of it as it should be. */
  | { readonly state: 'checked'; readonly digest: string }
  | { readonly state: 'deleted' }
  | { readonly state: 'missing' }
  /** 401, 403. */
  | { readonly state: 'denied'; readonly message: string }
  /** 405: the registry deletes nothing. */
  | { readonly state: 'unsupported' }
  /** What is there is not what it should be: cut short, garbled, of another kind. Asking again does not help. */
  | { readonly state: 'bad'; readonly message: string }
  /** 5xx, 429, time-outs: asking again may help. */
  | { readonly state: 'unavailable'; readonly message: string }
);

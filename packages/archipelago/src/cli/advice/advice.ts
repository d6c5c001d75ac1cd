import type { LayeringWords } from '../../layering/view/layering-words.ts';

/** What messages advise, in the words of where they are read: a terminal, where flags can be typed, or a browser. */
export interface Advice {
  /** To choose one of several namespaces; `which`: `one`, `it`, or nothing. */
  readonly chooseNamespace: (which?: string) => string;
  readonly chooseBuildsNamespace: string;
  /** Follows `or`. */
  readonly chooseLogin: string;
  /** A sentence. */
  readonly otherCluster: string;
  /** How to see the namespace of another HyperConverged. */
  readonly lookAtNamespace: (namespace: string) => string;
  /** Which rights looking takes. */
  readonly rights: string;
  /** Architectures that were asked for: what the message begins with. */
  readonly architecture: (name: string) => string;
  readonly layering: LayeringWords;
}

/** A message whose advice is in the words of where it is read. */
export type Saying = (advice: Advice) => string;

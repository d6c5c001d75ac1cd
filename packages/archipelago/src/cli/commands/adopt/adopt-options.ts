import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import type { Output } from '../../text/print-data.ts';

/** The flags of `adopt`, as commander gives them. */
export interface AdoptOptions extends ClusterOptions {
  /** Only shows; it is so without it, too. */
  readonly plan?: boolean;
  /** Carries it out. */
  readonly yes?: boolean;
  /** The file of a takeover that is to be taken back. */
  readonly back?: string;
  readonly undoFile?: string;
  readonly timeout?: string;
  readonly output?: Output;
}

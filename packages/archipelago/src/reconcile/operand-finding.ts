import type { Finding } from '../api/finding.ts';
import { objectKey } from '../config/framework/operand.ts';
import type { Identified } from './desired-objects.ts';
import { isTerminating } from './is-terminating.ts';
import type { Live } from './live.ts';

/** Why nothing can be done about an operand now. */
export type OperandFinding = Finding & {
  /** `Kind/namespace/name`. */
  readonly at: string;
  /** Its kind. */
  readonly operand: string;
} & (
    | { readonly reason: 'Unread' }
    /** `definition` would bring the kind; `lack`: what is the matter with it where it is there. */
    | { readonly reason: 'NotServed'; readonly definition: string; readonly lack: string | undefined }
    | { readonly reason: 'Forbidden' }
    | { readonly reason: 'Terminating' }
    /** No deployment parameter names an image for its pods. */
    | { readonly reason: 'ImageMissing'; readonly fix: string }
  );

/** What is in the way of whatever is to be done about an object; undefined: nothing. */
export function inTheWay({ operand, manifest }: Identified, live: Live): OperandFinding | undefined {
  const about = { at: objectKey(manifest), operand: operand.kind };
  switch (live.state) {
    case 'unknown':
      return { ...about, level: 'info', reason: 'Unread', message: 'it has not been read' };
    case 'notServed': {
      const { definition, lack } = live;
      const message = `the cluster has no ${definition}`;
      return { ...about, level: 'error', reason: 'NotServed', message, definition, lack };
    }
    case 'forbidden':
      return { ...about, level: 'error', reason: 'Forbidden', message: live.message };
    case 'present':
      return isTerminating(live.object)
        ? { ...about, level: 'info', reason: 'Terminating', message: 'it is being deleted' }
        : undefined;
    case 'absent':
      return undefined;
  }
}

import { ApiConnectionError } from '@archipelago/kube-client';

/** Whether a request ended because the sandbox did. */
export function isAbortion(error: unknown): boolean {
  return error instanceof ApiConnectionError && error.failure === 'aborted';
}

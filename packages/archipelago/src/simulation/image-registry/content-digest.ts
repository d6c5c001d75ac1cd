import { createHash } from 'node:crypto';

/** `sha256:…` of these bytes. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** Whether a text is a digest this registry can verify; other algorithms it does not know. */
export function isDigest(text: string): boolean {
  return /^sha256:[0-9a-f]{64}$/.test(text);
}

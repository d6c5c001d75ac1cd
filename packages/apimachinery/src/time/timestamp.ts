/** A moment, in milliseconds since 1970, as Kubernetes writes it: RFC 3339 in UTC, without fractions of a second. */
export function timestamp(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/\.\d+Z$/, 'Z');
}

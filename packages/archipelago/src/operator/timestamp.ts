/** RFC 3339 in whole seconds, as conditions have it. */
export function timestamp(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/\.\d+Z$/, 'Z');
}

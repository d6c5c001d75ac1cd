/** A moment of the API as milliseconds since 1970; `$NOW` in a recorded cluster is the moment it is looked at. Undefined: none. */
export function millisecondsAt(text: string, now: number): number | undefined {
  if (text === '$NOW') return now;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

/** In minutes, for people. */
export function minutes(milliseconds: number): number {
  return Math.round(milliseconds / 60_000);
}

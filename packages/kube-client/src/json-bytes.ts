const backslash = 0x5c;

/** Whether what begins at `at` is the value of this key, written with its quotes and colon. A quote that is escaped begins no key. */
export function followsKey(chunk: Uint8Array, at: number, key: Uint8Array): boolean {
  const from = at - key.length;
  if (from < 1 || chunk[from - 1] === backslash) return false;
  return key.every((byte, index) => chunk[from + index] === byte);
}

/** Whether what stands before `end`, back to `start`, ends with an odd number of backslashes. */
export function hasOddBackslashes(chunk: Uint8Array, start: number, end: number): boolean {
  let at = end;
  while (at > start && chunk[at - 1] === backslash) at -= 1;
  return (end - at) % 2 === 1;
}

import type { JsonValue } from '@archipelago/apimachinery';

/** What a member, an element or a number takes beside its text. */
const PER_VALUE = 16;

/** How much memory a value takes, roughly: its texts and something for each of its values. It is walked without recursion. */
export function approximateBytes(value: JsonValue): number {
  const open: (JsonValue | undefined)[] = [value];
  let bytes = 0;
  while (open.length > 0) {
    const next = open.pop();
    bytes += PER_VALUE;
    if (typeof next === 'string') bytes += next.length;
    else if (Array.isArray(next)) for (const element of next) open.push(element);
    else if (typeof next === 'object' && next !== null) {
      for (const [name, member] of Object.entries(next)) {
        bytes += name.length;
        open.push(member);
      }
    }
  }
  return bytes;
}

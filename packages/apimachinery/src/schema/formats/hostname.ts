const label = '[a-zA-Z0-9\\p{S}\\p{L}]';
const single = `${label}(?:-?${label}{0,62})?`;
const inner = `[a-zA-Z0-9\\-\\p{S}\\p{L}]`;
const qualified = `(?:${label}(?:${inner}{0,61}${label})?\\.)+[a-zA-Z\\p{L}]{2,63}`;
let hostname: RegExp | undefined;

/** True for a host name: one label, or labels and a top level domain; letters of any script. */
export function isHostname(text: string): boolean {
  // Classes of all scripts are dear to compile, and few schemas have host names.
  hostname ??= new RegExp(`^(?:${single}|${qualified})$`, 'u');
  if (text.length > 255 || !hostname.test(text)) return false;
  return byteLength(text) <= 255 && text.split('.').every((part) => byteLength(part) <= 63);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

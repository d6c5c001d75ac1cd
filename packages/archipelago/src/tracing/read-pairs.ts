/** Reads `a=1,b=two%20words`; a part without `=` is refused, without being told. */
export function readPairs(variable: string, text = ''): Readonly<Record<string, string>> {
  const parts = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part]));
  return Object.fromEntries(parts.map((part, index) => pairOf(variable, part, index + 1)));
}

/** The same, of what may be sent as headers. */
export function readHeaders(variable: string, text = ''): Readonly<Record<string, string>> {
  const headers = readPairs(variable, text);
  const isFit = ([name, value]: readonly [string, string]) =>
    /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value);
  if (!Object.entries(headers).every(isFit)) throw new Error(`${variable}: has what no header may have`);
  return headers;
}

function pairOf(variable: string, part: string, place: number): readonly [string, string] {
  const at = part.indexOf('=');
  if (at <= 0) throw new Error(`${variable}: part ${place} is no key=value`);
  try {
    return [part.slice(0, at).trim(), decodeURIComponent(part.slice(at + 1).trim())];
  } catch {
    throw new Error(`${variable}: part ${place} is not percent-encoded as it should be`);
  }
}

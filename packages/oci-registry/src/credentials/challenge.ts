/** A scheme of a WWW-Authenticate header, in lower case, with its parameters (RFC 9110, 11.6.1). */
interface Challenge {
  readonly scheme: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~\\dA-Za-z-]+";
const parameter = new RegExp(`^(${token})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${token}))`);
const scheme = new RegExp(`^(${token})(?:\\s+|$|(?=,))`);
const longestHeader = 16_384;

/** The challenges of a header, in order; what cannot be read ends them. */
export function parseChallenges(header: string | undefined): readonly Challenge[] {
  const found: { scheme: string; parameters: Map<string, string> }[] = [];
  let rest = (header ?? '').slice(0, longestHeader).trim();
  while (rest !== '') {
    const read = parameter.exec(rest) ?? scheme.exec(rest);
    if (read === null) return found;
    const [text, name = '', quoted, plain] = read;
    const value = plain ?? quoted?.replace(/\\(.)/gs, '$1');
    if (value === undefined) found.push({ scheme: name.toLowerCase(), parameters: new Map() });
    else found.at(-1)?.parameters.set(name.toLowerCase(), value);
    rest = rest.slice(text.length).replace(/^[\s,]+/, '');
  }
  return found;
}

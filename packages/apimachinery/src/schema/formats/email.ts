import { ipVersion } from './ip-address.ts';

// Visible characters without RFC 5322's specials.
const atom = /[!#$%&'*+\-./0-9=?A-Z^_`a-z{|}~\u0080-\uffff]+/y;
const quoted = /"(?:[\t !#-[\]-~\u0080-\uffff]|\\[\t -~\u0080-\uffff])*"/y;
const domainLiteral = /\[[!-Z^-~\u0080-\uffff]*\]/y;

/** Reads a text from left to right; what does not match stays. */
class Scanner {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get position(): number {
    return this.#at;
  }

  set position(at: number) {
    this.#at = at;
  }

  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  next(): string {
    return this.#text.charAt(this.#at);
  }

  /** Skips blanks and comments; false when a comment does not end. */
  skipComments(): boolean {
    this.take(/[ \t]*/y);
    while (this.next() === '(') {
      if (!this.#skipComment()) return false;
      this.take(/[ \t]*/y);
    }
    return true;
  }

  #skipComment(): boolean {
    let depth = 0;
    do {
      const token = this.take(/\\[\s\S]|[^()\\]+|[()\\]/y);
      if (token === undefined) return false;
      if (token === '(') depth++;
      if (token === ')') depth--;
    } while (depth > 0);
    return true;
  }
}

/** True for one RFC 5322 address as Go's mail.ParseAddress reads it: `a@b`, `Bob <bob@example.com>`. */
export function isEmail(text: string): boolean {
  const scanner = new Scanner(text);
  return addressCount(scanner, true) === 1 && scanner.skipComments() && scanner.next() === '';
}

/** How many addresses stand here; a group may have several. Nothing when there is no address. */
function addressCount(scanner: Scanner, groups: boolean): number | undefined {
  if (takeAddress(scanner)) return scanner.skipComments() ? 1 : undefined;
  scanner.take(/[ \t]*/y);
  if (scanner.next() !== '<' && !takePhrase(scanner)) return undefined;
  scanner.take(/[ \t]*/y);
  if (groups && scanner.take(/:/y) !== undefined) return groupCount(scanner);
  return takeAngleAddress(scanner) ? 1 : undefined;
}

function takeAngleAddress(scanner: Scanner): boolean {
  return scanner.take(/</y) !== undefined && takeAddress(scanner) && scanner.take(/>/y) !== undefined;
}

function groupCount(scanner: Scanner): number | undefined {
  let count = 0;
  scanner.take(/[ \t]*/y);
  if (scanner.take(/;/y) !== undefined) return 0;
  do {
    const found = addressCount(scanner, false);
    if (found === undefined || !scanner.skipComments()) return undefined;
    count += found;
  } while (scanner.take(/,/y) !== undefined);
  return scanner.take(/;/y) === undefined ? undefined : count;
}

function takePhrase(scanner: Scanner): boolean {
  let words = 0;
  for (;;) {
    if (words > 0 && !scanner.skipComments()) return false;
    scanner.take(/[ \t]*/y);
    if ((scanner.take(quoted) ?? scanner.take(atom)) === undefined) return words > 0;
    words++;
  }
}

function takeAddress(scanner: Scanner): boolean {
  const start = scanner.position;
  if (takeLocalPart(scanner) && scanner.take(/@/y) !== undefined && takeDomain(scanner)) return true;
  scanner.position = start;
  return false;
}

function takeLocalPart(scanner: Scanner): boolean {
  scanner.take(/[ \t]*/y);
  if (scanner.next() === '"') return (scanner.take(quoted)?.length ?? 0) > 2;
  return isDotAtom(scanner.take(atom));
}

function takeDomain(scanner: Scanner): boolean {
  scanner.take(/[ \t]*/y);
  if (scanner.next() !== '[') return isDotAtom(scanner.take(atom));
  return ipVersion(scanner.take(domainLiteral)?.slice(1, -1) ?? '', 'strict') !== undefined;
}

function isDotAtom(text: string | undefined): boolean {
  return text !== undefined && !/^\.|\.\.|\.$/.test(text);
}

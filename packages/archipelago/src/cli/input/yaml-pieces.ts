/** A List as kubectl prints it: what is around its items, which are `items: []` there, and the items, each in a list of its own. */
interface ListInPieces {
  readonly around: string;
  readonly items: readonly string[];
}

/** The documents of a YAML text, still as text. Wherever a line begins with `---`, a document ends: inside of a value, too. */
export function yamlPieces(text: string): readonly string[] {
  return text.split(/(?<=^|\n)(?=---(?:[ \t\r\n]|$))/);
}

/**
 * Undefined where the document is no such list. Lines that stand at the margin are the members of the document and the items of one of
 * them; whatever else there is in a value has to be indented, or the pieces are no YAML.
 */
export function listInPieces(document: string): ListInPieces | undefined {
  const head = /(?<=^|\n)items:[ \t]*\r?\n(?=- )/.exec(document);
  if (head === null) return undefined;
  const begin = head.index + head[0].length;
  const rest = document.slice(begin);
  const tail = /(?<=^|\n)(?!- )[^ \t\r\n#]/.exec(rest);
  const end = tail === null ? rest.length : tail.index;
  return {
    around: `${document.slice(0, head.index)}items: []\n${rest.slice(end)}`,
    items: rest.slice(0, end).split(/(?<=^|\n)(?=- )/),
  };
}

/** A piece of a format string: text, or a clause with its precision. */
type FormatPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'clause'; readonly clause: string; readonly precision: number | undefined }
  | { readonly kind: 'problem'; readonly message: string };

const clauses = 'sdfebxXo';
const couldNotParse = 'could not parse formatting clause: ';
/** Longer precisions only make long texts. */
const maxPrecision = 1000;

function precisionProblem(why: string): FormatPiece {
  return { kind: 'problem', message: `${couldNotParse}error while parsing precision: ${why}` };
}

interface Read {
  readonly piece: FormatPiece;
  readonly length: number;
}

/** Reads what stands after a `%`. */
function readClause(rest: string): Read {
  if (rest === '') return { piece: { kind: 'problem', message: 'unexpected end of string' }, length: 0 };
  const dot = /^\.([0-9]*)/.exec(rest);
  const digits = dot?.[1];
  const at = dot?.[0].length ?? 0;
  if (at >= rest.length)
    return { piece: precisionProblem('could not find end of precision specifier'), length: at };
  if (digits === '') {
    const why = 'error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax';
    return { piece: precisionProblem(why), length: at };
  }
  const clause = rest[at] ?? '';
  if (!clauses.includes(clause)) {
    return {
      piece: { kind: 'problem', message: `${couldNotParse}unrecognized formatting clause "${clause}"` },
      length: at,
    };
  }
  const precision = digits === undefined ? undefined : Math.min(Number(digits), maxPrecision);
  return { piece: { kind: 'clause', clause, precision }, length: at + 1 };
}

/** Splits a format string; a problem ends the list, since nothing after it is looked at. */
export function splitFormat(format: string): readonly FormatPiece[] {
  const pieces: FormatPiece[] = [];
  let from = 0;
  for (let at = format.indexOf('%'); at >= 0; at = format.indexOf('%', from)) {
    if (at > from) pieces.push({ kind: 'text', text: format.slice(from, at) });
    if (format[at + 1] === '%') {
      pieces.push({ kind: 'text', text: '%' });
      from = at + 2;
      continue;
    }
    const { piece, length } = readClause(format.slice(at + 1));
    pieces.push(piece);
    if (piece.kind === 'problem') return pieces;
    from = at + 1 + length;
  }
  if (from < format.length) pieces.push({ kind: 'text', text: format.slice(from) });
  return pieces;
}

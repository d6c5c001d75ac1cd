import { piecesOf } from './mark.ts';

/** Text that no YAML reader takes for anything but a string. */
const plain = /^[A-Za-z_/][\w./-]*$/;
const notPlain = /^(?:true|false|null|yes|no|on|off|y|n|[-+.]?\d.*)$/i;

/** A text as YAML, or as an action of the template language that prints it. */
export function printText(text: string): string {
  const pieces = piecesOf(text);
  if (pieces.every((piece) => typeof piece === 'string') && !text.includes('{{')) return literal(text);
  const [only, ...more] = pieces;
  if (more.length === 0 && only !== undefined)
    return `{{ ${typeof only === 'string' ? JSON.stringify(only) : only.expression} | quote }}`;
  const format = pieces
    .map((piece) => (typeof piece === 'string' ? piece.replaceAll('%', '%%') : '%s'))
    .join('');
  const expressions = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [`(${piece.expression})`]));
  return `{{ printf ${JSON.stringify(format)} ${expressions.join(' ')} | quote }}`;
}

function literal(text: string): string {
  return plain.test(text) && !notPlain.test(text) ? text : JSON.stringify(text);
}

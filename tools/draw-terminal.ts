/** A command, and what it printed. */
export interface Scene {
  readonly command: string;
  readonly output: string;
}

const size = { font: 14, line: 19, character: 8.43, margin: 18, bar: 34 };
const secondsPerLine = 0.12;
const secondsPerCommand = 1.6;

/**
 * A terminal as SVG: the commands come one after the other with what they printed, and stay. Who wants no motion sees the end at once.
 */
export function drawTerminal(scenes: readonly Scene[]): string {
  const lines = scenes.flatMap(linesOf);
  const columns = Math.max(...lines.map(({ text }) => text.length));
  const width = Math.ceil(columns * size.character + 2 * size.margin);
  const height = size.bar + lines.length * size.line + size.margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal session">`,
    style(),
    `<rect width="${width}" height="${height}" rx="8" fill="#14191f"/>`,
    ...['#ec6a5e', '#f4bf4f', '#61c554'].map(
      (colour, index) => `<circle cx="${20 + index * 18}" cy="17" r="5.5" fill="${colour}"/>`,
    ),
    ...lines.map(drawn),
    '</svg>\n',
  ].join('\n');
}

interface Line {
  readonly text: string;
  readonly kind: 'command' | 'output' | 'good' | 'bad';
  /** Seconds after the start. */
  readonly at: number;
}

function linesOf({ command, output }: Scene, index: number, scenes: readonly Scene[]): readonly Line[] {
  const before = scenes.slice(0, index);
  const start = before.reduce((sum, each) => sum + duration(each), 0);
  const told = output.trimEnd().split('\n');
  return [
    { text: `$ ${command}`, kind: 'command', at: start },
    ...told.map((text, row) => ({ text, kind: kindOf(text), at: start + 0.8 + row * secondsPerLine })),
    { text: '', kind: 'output', at: start },
  ];
}

function duration({ output }: Scene): number {
  return secondsPerCommand + output.trimEnd().split('\n').length * secondsPerLine;
}

function kindOf(text: string): Line['kind'] {
  if (/^\s*[x!] |critical, [1-9]\d* warning/.test(text)) return 'bad';
  return /\bready\b|0 critical, 0 warnings| patched$/.test(text) ? 'good' : 'output';
}

function drawn({ text, kind, at }: Line, row: number): string {
  const y = size.bar + (row + 1) * size.line - 5;
  const delay = `style="animation-delay:${at.toFixed(2)}s"`;
  return `<text x="${size.margin}" y="${y}" class="${kind}" ${delay} xml:space="preserve">${escaped(text)}</text>`;
}

function style(): string {
  return [
    '<style>',
    `text { font: ${size.font}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; animation: come 0.01s both }`,
    '.command { fill: #f2f4f8; font-weight: 600 } .output { fill: #b8c1cc } .good { fill: #7fd48b } .bad { fill: #ffb454 }',
    '@keyframes come { from { opacity: 0 } to { opacity: 1 } }',
    '@media (prefers-reduced-motion: reduce) { text { animation: none } }',
    '</style>',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A command of a session and the lines shown below it. */
interface Exchange {
  readonly command: string;
  readonly shown: readonly string[];
}

/** The exchanges in the blocks marked `console`: `$ ` starts a command, `> ` continues it, the rest is output. */
export function exchanges(document: string): Exchange[] {
  const blocks = [...document.matchAll(/^```console\n(.*?)^```/gms)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const lines = text.replace(/\n$/, '').split('\n');
        const continued = lines.findIndex((line, index) => index > 0 && !line.startsWith('> '));
        const length = continued < 0 ? lines.length : continued;
        const command = lines
          .slice(0, length)
          .map((line) => line.replace(/^> /, ''))
          .join('\n');
        return { command, shown: lines.slice(length) };
      }),
  );
}

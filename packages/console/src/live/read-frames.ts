/** A server-sent event, or a sign of life, which has no name. */
export interface Frame {
  readonly name: string;
  readonly id: string;
  readonly data: string;
}

/** Reads server-sent events out of pieces of text, however they were cut; gives those that each piece completes. */
export function readFrames(): (piece: string) => readonly Frame[] {
  let rest = '';
  return (piece) => {
    const blocks = `${rest}${piece}`.split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.map(frameOf);
  };
}

function frameOf(block: string): Frame {
  const field = (name: string): string => {
    const line = block.split('\n').find((each) => each.startsWith(`${name}: `));
    return line?.slice(name.length + 2) ?? '';
  };
  return { name: field('event'), id: field('id'), data: field('data') };
}

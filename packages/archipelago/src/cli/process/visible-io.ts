import { visibleText } from '@archipelago/apimachinery';
import type { Io } from './io.ts';

/**
 * The way all text takes to a terminal: what registries, pods and objects hold cannot steer it. Lines stay lines, and colours are
 * colours where there may be some.
 */
export function visibleIo(io: Io): Io {
  const shown = (text: string, hasColors: boolean) => (hasColors ? withColors(text) : lines(text));
  return {
    out: (text) => io.out(shown(text, io.color || io.outColor === true)),
    err: (text) => io.err(shown(text, io.color)),
    read: (path) => io.read(path),
    find: async (path) => io.find?.(path),
    again: async () => (await io.again?.()) ?? false,
    get color() {
      return io.color;
    },
    get outColor() {
      return io.outColor === true;
    },
    get errIsTerminal() {
      return io.errIsTerminal === true;
    },
    get calledAs() {
      return io.calledAs ?? '';
    },
    get environment() {
      return io.environment ?? {};
    },
  };
}

function lines(text: string): string {
  return visibleText(text, '\n\t');
}

/** How a terminal is told anything; colours are told with a number and an m. */
const told = '\u001b[';

function withColors(text: string): string {
  const [before = '', ...orders] = text.split(told);
  const rest = orders.map((order) => {
    const color = /^\d+m/.exec(order)?.[0];
    return color === undefined ? lines(told + order) : told + color + lines(order.slice(color.length));
  });
  return lines(before) + rest.join('');
}

import { expect, it } from 'vitest';
import { visibleIo } from './visible-io.ts';

function written(text: string, color: boolean) {
  const lines: string[] = [];
  const io = visibleIo({
    out: (each) => lines.push(`out ${each}`),
    err: (each) => lines.push(`err ${each}`),
    read: (path) => Promise.resolve(path),
    color,
  });
  io.out(text);
  io.err(text);
  return { lines, io };
}

it.each([
  ['\x1b[2Jgone', false, '\\u001b[2Jgone'],
  ['\u009b2J\u202e\r', false, '\\u009b2J\\u202e\\r'],
  ['a\n\tb\n', false, 'a\n\tb\n'],
  ['\x1b[33mwarning:\x1b[39m x', false, '\\u001b[33mwarning:\\u001b[39m x'],
  ['\x1b[33mwarning:\x1b[39m x\x1b[2J', true, '\x1b[33mwarning:\x1b[39m x\\u001b[2J'],
  ['\x1b[1\x1b[m', true, '\\u001b[1\\u001b[m'],
])('%j with colours (%s) is %j', async (text, color, shown) => {
  const { lines, io } = written(text, color);
  expect(lines).toEqual([`out ${shown}`, `err ${shown}`]);
  expect([io.color, await io.read('a')]).toEqual([color, 'a']);
});

import { describe, expect, test } from 'vitest';
import { folderCircles, type Import, judgeCircles } from '../../tools/folder-circles.ts';

/** `a/one b/two` imports. */
function imports(...lines: readonly string[]): readonly Import[] {
  return lines.map((line) => {
    const [from = '', to = ''] = line.split(' ');
    return { from, to };
  });
}

function circlesOf(...lines: readonly string[]): readonly (readonly string[])[] {
  return folderCircles(imports(...lines)).map((circle) => circle.map(({ from, to }) => `${from} ${to}`));
}

describe('circles between folders', () => {
  test('are none where imports lead one way, whatever happens inside a folder', () => {
    expect(
      circlesOf('a/one b/two', 'a/one c/three', 'b/two c/three', 'c/three c/four', 'c/four c/three'),
    ).toEqual([]);
  });

  test('need no circle between files', () => {
    expect(circlesOf('a/one b/two', 'b/three a/four')).toEqual([['a/one b/two', 'b/three a/four']]);
  });

  test('lie between a folder and one inside it, too', () => {
    expect(circlesOf('a/one a/b/two', 'a/b/three a/four')).toEqual([['a/one a/b/two', 'a/b/three a/four']]);
  });

  test('are told by their shortest way around, and all of them', () => {
    const circles = circlesOf('a/1 b/1', 'b/2 c/1', 'c/2 a/2', 'b/3 a/3', 'd/1 a/1', 'e/1 f/1', 'f/1 e/2');
    expect(circles).toEqual([
      ['a/1 b/1', 'b/3 a/3'],
      ['c/2 a/2', 'a/1 b/1', 'b/2 c/1'],
      ['e/1 f/1', 'f/1 e/2'],
    ]);
  });
});

test('a circle is told by its imports', () => {
  const circle = imports('packages/old/a/one packages/old/b/two', 'packages/old/b/three packages/old/a/four');
  expect(judgeCircles(circle)).toEqual([
    {
      rule: 'no-folder-circles',
      text: 'packages/old/a/one → packages/old/b/two, packages/old/b/three → packages/old/a/four',
    },
  ]);
  expect(judgeCircles(imports('packages/old/a/one packages/old/b/two'))).toEqual([]);
});

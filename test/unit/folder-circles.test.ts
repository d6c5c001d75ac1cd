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

describe('the judgement on circles', () => {
  const circle = imports('packages/old/a/one packages/old/b/two', 'packages/old/b/three packages/old/a/four');

  test('refuses a circle, naming its imports', () => {
    expect(judgeCircles(circle, [])).toEqual([
      {
        rule: 'no-folder-circles',
        text: 'packages/old/a/one → packages/old/b/two, packages/old/b/three → packages/old/a/four',
      },
    ]);
  });

  test('lets an excepted package have its circles, and no package of a longer name', () => {
    expect(judgeCircles(circle, ['packages/old'])).toEqual([]);
    expect(judgeCircles(circle, ['packages/ol']).map(({ rule }) => rule)).toEqual([
      'no-folder-circles',
      'stale-exception',
    ]);
  });

  test('refuses a circle that leaves the excepted package', () => {
    const wide = imports('packages/old/a/one packages/new/b/two', 'packages/new/b/three packages/old/a/four');
    expect(judgeCircles(wide, ['packages/old']).map(({ rule }) => rule)).toContain('no-folder-circles');
  });

  test('refuses an exception that is no longer needed', () => {
    expect(judgeCircles([], ['packages/old'])).toEqual([
      {
        rule: 'stale-exception',
        text: 'packages/old: no circle between its folders; it needs no exception',
      },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { isLogged, printLogLevels, readLogLevels } from './log-levels.ts';

function levelsOf(text: string) {
  const read = readLogLevels(text);
  return read.kind === 'levels' ? read.levels : expect.fail(read.because);
}

describe('levels of the log', () => {
  it.each([
    ['', 'info'],
    ['debug', 'debug'],
    ['info,layering=debug', 'info,layering=debug'],
    [' warn\nlayering=debug, operands=trace\n', 'warn,layering=debug,operands=trace'],
    ['debug,warn,doctor=debug,doctor=silent', 'warn,doctor=silent'],
  ])('%j is read as %s', (text, printed) => {
    expect(printLogLevels(levelsOf(text))).toBe(printed);
  });

  it.each([
    ['loud', 'loud: must be one of trace, debug, info, warn, error, silent'],
    ['layering=', ': must be one of'],
    ['nobody=debug', 'nobody: no such component; there are operator, operands, '],
  ])('%j is refused', (text, because) => {
    expect(readLogLevels(text)).toEqual({ kind: 'wrong', because: expect.stringContaining(because) });
  });

  it('are a component’s own where it has one', () => {
    const levels = levelsOf('warn,layering=debug,doctor=silent');
    const logged = (['operands', 'layering', 'doctor'] as const).map((component) =>
      (['debug', 'info', 'warn'] as const).filter((level) => isLogged(levels, component, level)),
    );
    expect(logged).toEqual([['warn'], ['debug', 'info', 'warn'], []]);
  });
});

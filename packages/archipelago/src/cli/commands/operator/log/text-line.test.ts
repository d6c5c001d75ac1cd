import { describe, expect, it } from 'vitest';
import type { Line } from './log-event.ts';
import { textLine } from './text-line.ts';

const at = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
const time = '2026-01-02T03:04:05.006Z';
const component = 'operands';

describe('a line for people', () => {
  it.each<[Line, string]>([
    [['info', { component }, 'leading'], 'INFO  operands      leading'],
    [
      ['info', { component, object: 'CDI/\u001b[2J', why: 'it is missing' }, 'created'],
      'INFO  operands      CDI/\\u001b[2J created why="it is missing"',
    ],
    [
      ['warn', { component, a: 1, b: 'x', c: undefined, d: 'two words' }, 'm'],
      'WARN  operands      m a=1 b=x d="two words"',
    ],
    [
      [
        'info',
        { component, changes: [{ field: 'spec.a', change: '1 → 5', why: 'me changed it' }, 'and'] },
        'updated',
      ],
      'INFO  operands      updated changes="spec.a 1 → 5, me changed it; and"',
    ],
    [
      [
        'warn',
        {
          component,
          durationMs: 7,
          did: [
            { verdict: 'created', object: 'CDI/cdi', why: 'it is missing' },
            {
              ...{ verdict: 'reverted', object: 'KubeVirt/here/kv', more: 1 },
              changes: ['a', 'b'].map((field) => ({ field, change: '1 → 5', why: 'me changed it' })),
            },
          ],
        },
        'reconciled',
      ],
      `WARN  operands      reconciled durationMs=7
    created CDI/cdi: it is missing
    reverted KubeVirt/here/kv: a 1 → 5, me changed it; b 1 → 5, me changed it; and 1 more`,
    ],
    [['debug', { component: 'golden-images', o: { a: [1] } }, 'm'], 'DEBUG golden-images m o={"a":[1]}'],
    [
      ['info', { component, 'n\u001b': '\u001b[2J', l: ['\u202e'] }, 'evil\u001b[2J\nline'],
      'INFO  operands      evil\\u001b[2J\\nline n\\u001b="\\u001b[2J" l="\\u202e"',
    ],
  ])('has time, level, component, object, message and fields: %j', (line, text) => {
    expect(textLine(line, at, false)).toBe(`${time} ${text}`);
  });

  it('has colours where there may be some', () => {
    expect(textLine(['warn', { component }, 'm'], at, true)).toBe(
      `\u001b[2m${time}\u001b[22m \u001b[33mWARN \u001b[39m operands      m`,
    );
  });
});

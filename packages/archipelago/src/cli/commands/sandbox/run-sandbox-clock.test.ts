import { expect, test } from 'vitest';
import { parseAdvance } from './run-sandbox-clock.ts';

test.each([
  ['+25h', 90_000_000],
  ['90m', 5_400_000],
  ['+3d', 259_200_000],
  ['+1d12h', 129_600_000],
])('%s moves the clock on by %i ms', (written, ms) => {
  expect(parseAdvance(written)).toBe(ms);
});

test.each(['', '+', '-5h', '0', '+0d', '25', '2w', '1h\n\u001b[2J'])(
  '%j is refused, and quoted',
  (written) => {
    expect(() => parseAdvance(written)).toThrow(
      `${JSON.stringify(written)}: must be how far the clock is moved on, such as +25h, +90m or +3d12h`,
    );
  },
);

import { expect, it } from 'vitest';
import { FakeClock } from '../../../../../../../test/support/fake-clock.ts';
import { LogLevelFile } from './log-level-file.ts';
import { type LogLevels, printLogLevels, readLogLevels } from './log-levels.ts';

function following(first: string | undefined) {
  const clock = new FakeClock();
  const file = { text: first, breaks: false };
  const said: string[] = [];
  const flag = readLogLevels('warn');
  if (flag.kind !== 'levels') return expect.fail();
  let now = flag.levels;
  const levels = {
    flagLevels: flag.levels,
    setLevels: (wanted: LogLevels) => {
      now = wanted;
    },
  };
  const read = async () => {
    if (file.breaks) throw new Error('EIO');
    return file.text;
  };
  const log = (level: string, _: object, message: string) => said.push(`${level} ${message}`);
  const follower = new LogLevelFile({ read, levels, log, clock });
  return { clock, file, said, follower, levels: () => printLogLevels(now) };
}

it('sets the levels of a file whenever it changes, and the flag’s where there is none', async () => {
  const { clock, file, said, follower, levels } = following(undefined);
  await follower.start();
  expect([levels(), said]).toEqual(['warn', []]);
  file.text = 'info,layering=debug';
  await clock.advance(5_000);
  expect(levels()).toBe('info,layering=debug');
  await clock.advance(60_000);
  expect(said).toEqual(['info log levels are set']);
  file.text = undefined;
  await clock.advance(5_000);
  expect(levels()).toBe('warn');
  follower.stop();
  file.text = 'debug';
  await clock.advance(60_000);
  expect([levels(), clock.timers]).toEqual(['warn', 0]);
});

it('changes nothing for what makes no sense, and says so once', async () => {
  const { clock, file, said, follower, levels } = following('debug');
  await follower.start();
  file.text = 'loud';
  await clock.advance(20_000);
  file.breaks = true;
  await clock.advance(5_000);
  expect(levels()).toBe('debug');
  expect(said.filter((line) => line.startsWith('warn'))).toHaveLength(1);
  follower.stop();
});

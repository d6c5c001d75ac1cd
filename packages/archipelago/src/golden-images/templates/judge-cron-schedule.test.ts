import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { casesOf } from '../../../../../test/support/vectors.ts';
import { judgeCronSchedule } from './judge-cron-schedule.ts';

interface Answer {
  readonly next?: readonly string[];
  readonly error?: string;
}

/** What both readers of a schedule come to. */
function measured(robfig: Answer, gorhill: Answer) {
  if (robfig.error !== undefined || gorhill.error !== undefined) return 'refused';
  return robfig.next?.length === 0 || gorhill.next?.length === 0 ? 'never' : 'comes';
}

describe('as both readers of a schedule judge it', () => {
  test.each(casesOf('kubernetes/duration/cron').map((one) => [String(one.schedule), one] as const))(
    '%j',
    (schedule, { robfigV3, gorhill }) => {
      expect(judgeCronSchedule(schedule).verdict).toBe(measured(Object(robfigV3), Object(gorhill)));
    },
  );
});

describe('comes, or never', () => {
  it.each([
    ['0 0 30 2 *', 'never'],
    ['0 0 30 2 ?', 'never'],
    ['0 0 29 2 *', 'comes'],
    ['0 0 31 2,4,6,9,11 *', 'never'],
    ['0 0 31 4,5 *', 'comes'],
    // day or weekday, whichever comes first
    ['0 0 31 2 mon', 'comes'],
    ['17 3/12 * * *', 'comes'],
    ['*/59 */23 */31 */12 */6', 'comes'],
    ['1,,2 0 * * *', 'comes'],
    ['09 007 * * *', 'refused'],
    ['0 0 1 jan-Dec Sun,MON', 'comes'],
    ['0 0 * january *', 'refused'],
  ])('%j %s', (schedule, verdict) => {
    expect(judgeCronSchedule(schedule).verdict).toBe(verdict);
  });
});

describe('says what is wrong', () => {
  it.each([
    ['nonsense', 'has one field; a schedule has 5'],
    ['0 0 0 * * *', 'has 6 fields; a schedule has 5'],
    ['', 'has 0 fields; a schedule has 5'],
    ['60 * * * *', 'has "60" in the minute field, which takes 0 to 59'],
    ['* */24 * * *', 'has "*/24" in the hour field, which takes 0 to 23'],
    ['* * 0 * *', 'has "0" in the day field, which takes 1 to 31'],
    ['* * * 13 *', 'has "13" in the month field, which takes 1 to 12'],
    ['* * * * 7', 'has "7" in the weekday field, which takes 0 to 6'],
    ['10-5 * * * *', 'has "10-5" in the minute field, which ends before it begins'],
    [', * * * *', 'has nothing in the minute field'],
    ['1/2/3 * * * *', 'has "1/2/3" in the minute field, which takes 0 to 59'],
    ['1-2-3 * * * *', 'has "1-2-3" in the minute field, which takes 0 to 59'],
    ['?/2 * * * *', 'has "?/2" in the minute field, which takes 0 to 59'],
    ['*-5 * * * *', 'has "*-5" in the minute field, which takes 0 to 59'],
    ['5- * * * *', 'has "5-" in the minute field, which takes 0 to 59'],
    ['@every 1h', 'is none of the shorthands @yearly, @annually, @monthly, @weekly, @daily, @hourly'],
  ])('%j', (schedule, message) => {
    expect(judgeCronSchedule(schedule)).toEqual({ verdict: 'refused', message });
  });
});

test('any text has a verdict, and one of bounded length', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const judged = judgeCronSchedule(text);
      if (judged.verdict === 'refused') expect(judged.message.length).toBeLessThan(200);
    }),
  );
  expect(judgeCronSchedule(`${'1,'.repeat(100_000)} * * * *`)).toEqual({ verdict: 'comes' });
  expect(judgeCronSchedule(`${'9'.repeat(1_000_000)} * * * *`).verdict).toBe('refused');
});

import { expect, test } from 'vitest';
import type { Finding } from '../api/finding.ts';
import { Notices } from './notices.ts';

const about = { apiVersion: 'v1', kind: 'HyperConverged', metadata: { name: 'hc' } };
const odd = (message: string): Finding => ({ level: 'warning', reason: 'Odd', message, fix: 'mend it' });

function listening() {
  const events: string[] = [];
  const log: string[] = [];
  const notices = new Notices({
    recorder: { record: ({ reason, message }) => events.push(`${reason}: ${message}`) },
    onEvent: (event) => log.push(event.type === 'problem' ? event.message : event.type),
  });
  return { events, log, notices };
}

test('what is odd is told once, by an event and in the log, and again when it came back', () => {
  const { events, log, notices } = listening();
  for (const findings of [[odd('a')], [odd('a')], [odd('a'), odd('b')], [odd('b')], [odd('b'), odd('a')]])
    notices.tell(about, findings);
  expect(events).toEqual(['a', 'b', 'a'].map((text) => `Odd: ${text}. Fix: mend it`));
  expect(log).toEqual(['a', 'b', 'a'].map((text) => `${text}. Fix: mend it`));
});

test('the same about the same thing in other words is no news', () => {
  const { events, notices } = listening();
  for (const words of ['times out', 'is refused'])
    notices.tell(about, [{ ...odd(words), at: 'DataImportCron a' }]);
  expect(events).toEqual(['Odd: DataImportCron a times out. Fix: mend it']);
});

test('of thousands twenty are told, and how many more there are', () => {
  const { events, notices } = listening();
  const many = Array.from({ length: 3000 }, (_, index) => odd(`${index}`));
  notices.tell(about, many);
  notices.tell(about, many);
  expect(events).toHaveLength(21);
  expect(events.at(-1)).toContain('2980 more');
});

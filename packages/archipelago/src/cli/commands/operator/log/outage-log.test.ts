import { ApiConnectionError } from '@archipelago/kube-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../../../../test/support/fake-clock.ts';
import { OutageLog } from './outage-log.ts';

let clock: FakeClock;
let lines: string[];
let outage: OutageLog;

beforeEach(() => {
  clock = new FakeClock();
  lines = [];
  const log = (level: string, { component, ...fields }: { component: string }, message: string) => {
    expect(component).not.toBe('');
    lines.push(`${level} ${message}${Object.keys(fields).length === 0 ? '' : ` ${JSON.stringify(fields)}`}`);
  };
  outage = new OutageLog({ log, clock });
});

const refused = { failure: new ApiConnectionError('unreachable', 'GET /: connect ECONNREFUSED') };
const fails = () => outage.observe(refused);
const answers = (status = 200) => outage.observe({ status });
const problem = (message: string) => outage.tell({ type: 'problem', message });
const loud = () => lines.filter((line) => !line.startsWith('debug'));
const away = 'warn the API server does not answer; it is asked again until it does';

describe('an API server that does not answer', () => {
  it('is one line when it goes, one when it is back, and one for each minute in between', async () => {
    for (let second = 0; second < 150; second += 1) {
      fails();
      problem(`watching nodes: refused, try ${second}`);
      outage.tell({ type: 'reconciled', durationMs: 3, because: 'refused' });
      await clock.advance(1_000);
    }
    answers();
    expect(loud()).toEqual([
      `${away} {"because":"GET /: connect ECONNREFUSED"}`,
      'warn the API server still does not answer {"seconds":63}',
      'warn the API server still does not answer {"seconds":123}',
      'info the API server answers again {"seconds":150}',
    ]);
    expect(lines.filter((line) => line.includes('try '))).toHaveLength(150);
    expect(clock.timers).toBe(0);
  });

  it.each<[string, () => void, boolean]>([
    ['a gateway that says so', () => answers(503), true],
    ['a gateway that waits for it', () => answers(504), true],
    ['a refusal of the server', () => answers(403), false],
    ['a mistake of the server', () => answers(500), false],
    [
      'a request that we gave up',
      () => outage.observe({ failure: new ApiConnectionError('aborted', 'x') }),
      false,
    ],
    [
      'no answer before the deadline',
      () => outage.observe({ failure: new ApiConnectionError('deadline', 'x') }),
      true,
    ],
  ])('is told by %s', async (_, happens, isAway) => {
    happens();
    await clock.advance(3_000);
    expect(loud().some((line) => line.startsWith(away))).toBe(isAway);
  });

  it('for a moment is no outage: what was said meanwhile is said then', async () => {
    fails();
    problem('watching nodes: reset');
    problem('watching nodes: reset');
    await clock.advance(1_000);
    answers();
    await clock.advance(10_000);
    expect(lines).toEqual(['warn watching nodes: reset']);
  });

  it('for a moment is one line, however many parts of the operator noticed', async () => {
    fails();
    for (const kind of ['nodes', 'kubevirts', 'cdis', 'ssps']) problem(`watching ${kind}: reset`);
    answers();
    expect(loud()).toEqual(['warn watching nodes: reset {"more":3}']);
    expect(lines).toHaveLength(4);
  });

  it('for a moment keeps two causes apart', async () => {
    fails();
    for (const because of ['no KubeVirt', 'no CDI', 'no CDI'])
      outage.tell({ type: 'reconciled', durationMs: lines.length, because });
    answers();
    expect(loud()).toEqual([
      'warn not done yet {"durationMs":0,"because":"no KubeVirt"}',
      'warn not done yet {"durationMs":0,"because":"no CDI"}',
    ]);
  });

  it('hides nothing that is not about it', async () => {
    fails();
    outage.tell({ type: 'notLeading', because: 'not renewed within 10000 ms' });
    await clock.advance(3_000);
    outage.tell({ type: 'leading' });
    expect(loud().filter((line) => line.includes('leading'))).toHaveLength(2);
    answers();
    problem('its own mistake');
    await clock.advance(3_000);
    expect(lines.at(-1)).toBe('warn its own mistake');
  });

  it('is known from watches that break before any request fails', async () => {
    for (const kind of ['nodes', 'kubevirts', 'cdis', 'ssps']) problem(`watching ${kind}: socket hang up`);
    fails();
    await clock.advance(3_000);
    expect(loud()).toEqual([`${away} {"because":"GET /: connect ECONNREFUSED"}`]);
  });

  it('leaves nothing unsaid when the operator ends', async () => {
    problem('its own mistake');
    outage.end();
    expect(lines).toEqual(['warn its own mistake']);
  });

  it('says that the server is away when the operator ends meanwhile', async () => {
    fails();
    await clock.advance(3_000);
    outage.end();
    expect([loud().length, clock.timers]).toEqual([1, 0]);
  });

  it('is not made of requests that the end of the operator cuts short', async () => {
    outage.end();
    fails();
    problem('said at the very end');
    await clock.advance(3_000);
    expect([lines, clock.timers]).toEqual([['warn said at the very end'], 0]);
  });
});

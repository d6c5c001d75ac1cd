import { expect, it } from 'vitest';
import { whenAborted } from './when-aborted.ts';

it('calls back when a signal is aborted, once, and not who has taken it back', () => {
  const giving = new AbortController();
  const called: string[] = [];
  const forget = whenAborted(giving.signal, () => called.push('forgotten'));
  whenAborted(giving.signal, () => called.push('waiting'));
  forget();
  giving.abort();
  giving.signal.dispatchEvent(new Event('abort'));
  expect(called).toEqual(['waiting']);
});

it('lets many wait for one signal without a warning', async () => {
  const warnings: string[] = [];
  const warned = ({ message }: Error) => warnings.push(message);
  process.on('warning', warned);
  const { signal } = new AbortController();
  for (let index = 0; index < 50; index += 1) whenAborted(signal, () => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', warned);
  expect(warnings).toEqual([]);
});

import { expect, it } from 'vitest';
import type { ConfigView } from '../../../../layering/view/config-view.ts';
import type { LogWish } from './choose-logs.ts';
import { mayStillCome } from './may-still-come.ts';

const any: LogWish = { architecture: undefined, assembly: false, job: undefined, previous: false };
const arm: LogWish = { ...any, architecture: 'arm64' };

function view(state: ConfigView['state'], phase?: string, arm64 = 'Pending'): ConfigView {
  const build =
    phase === undefined ? undefined : { phase, platforms: [{ architecture: 'arm64', state: arm64 }] };
  return { state, build, findings: [], conditions: [] } as unknown as ConfigView;
}

function changed(of: ConfigView): ConfigView {
  return { ...of, findings: [{ reason: 'NotObserved' }] } as unknown as ConfigView;
}

it.each<[string, boolean, LogWish, ConfigView]>([
  ['nothing was looked at yet', true, any, view('building')],
  ['something stands in the way', true, any, view('held')],
  ['the config is refused', false, any, view('failed')],
  ['the build before has failed, and nobody has looked since', true, any, changed(view('failed', 'Failed'))],
  ['the build has no job yet', true, arm, view('building', 'Pending')],
  ['no node takes it', true, arm, view('building', 'WaitingForNodes', 'WaitingForNode')],
  ['the build has failed', false, arm, view('failed', 'Failed')],
  ['the image is used again', false, arm, view('building', 'Building', 'Reused')],
  ['it is not built for', false, { ...any, architecture: 's390x' }, view('building', 'Building')],
  ['the others go first', true, { ...any, assembly: true }, view('building', 'Building')],
  ['all is done', false, any, view('fine', 'Succeeded')],
  ['another build is about to begin', true, any, view('building', 'Succeeded')],
  ['the job before the newest', false, { ...any, previous: true }, view('building')],
  ['a job by its name', false, { ...any, job: 'x' }, view('building')],
])('%s: %s', (_, may, wish, of) => {
  expect(mayStillCome(wish, of)).toBe(may);
});

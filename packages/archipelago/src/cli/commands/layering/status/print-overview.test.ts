import { expect, it } from 'vitest';
import { ownGroup } from '../../../../layering/api/layering-names.ts';
import type { BuildView, ConfigView } from '../../../../layering/view/config-view.ts';
import { columnsOf } from '../../../text/columns-of.ts';
import { printOverview } from './print-overview.ts';

const now = Date.parse('2026-11-21T10:05:00Z');
const counts = { UpToDate: 0, Updating: 0, Outdated: 0, Failed: 0, NoImageForArchitecture: 0, Unknown: 0 };
const architectures = ['amd64', 'arm64', 's390x'];

function build(phase: BuildView['phase'], failed?: string): BuildView {
  const state = (name: string) =>
    name === failed ? 'Failed' : phase === 'Building' ? 'Running' : 'Succeeded';
  return {
    ...{ name: 'b', phase, reason: undefined, cause: undefined, startedAt: undefined, endedAt: undefined },
    message:
      failed === undefined
        ? undefined
        : `${failed} failed after 1 attempt: no space is left on the disk of it`,
    ...{ pullSpec: undefined, digest: undefined, assembly: undefined, failedChecks: [] },
    platforms: architectures.map((architecture) => ({
      ...{ architecture, variant: undefined, state: state(architecture), reusedFrom: undefined, attempts: 1 },
      ...{ job: undefined, node: undefined, digest: undefined, message: undefined },
      since: '2026-11-21T10:00:00Z',
    })),
  };
}

function config(name: string, state: ConfigView['state'], built: BuildView | undefined): ConfigView {
  const message = 'not every node has the image that it is to have';
  return {
    ...{ name, group: ownGroup, pool: name, nodeSelector: undefined, state, image: undefined, build: built },
    architectures: architectures.map((each) => ({
      ...{ name: each, source: 'Nodes', counts: { ...counts, UpToDate: 1, Outdated: 1, Failed: 1 } },
      nodes: ['a', 'b', 'c'].map((node) => ({ name: node, state: 'UpToDate', message: undefined })),
    })),
    conditions: [{ type: 'NodesUpdated', status: 'False', reason: 'Rollout', message, fix: undefined }],
    findings: [],
  };
}

it('fits on one screen for three pools of three architectures, all of them wrong', () => {
  const text = printOverview(
    [
      config('control-plane', 'failed', build('Failed', 's390x')),
      config('workers', 'rolling', build('Succeeded')),
      config('edge', 'building', undefined),
    ],
    now,
  );
  expect(text).toBe(`  CONFIG         STATE     ARCH   IMAGE      AGE  NODES
  control-plane  failed    amd64  Succeeded  5m   1/3    1 failed, 1 waiting
                           arm64  Succeeded  5m   1/3    1 failed, 1 waiting
                           s390x  Failed     5m   1/3    1 failed, 1 waiting
  workers        rolling   amd64  Succeeded  5m   1/3    1 failed, 1 waiting
                           arm64  Succeeded  5m   1/3    1 failed, 1 waiting
                           s390x  Succeeded  5m   1/3    1 failed, 1 waiting
  edge           building  amd64  none            1/3    1 failed, 1 waiting
                           arm64  none            1/3    1 failed, 1 waiting
                           s390x  none            1/3    1 failed, 1 waiting

control-plane: failed: s390x failed after 1 attempt: no space is left on the di…
  log: archipelago layering logs control-plane --arch s390x
workers: rolling: not every node has the image that it is to have
edge: building: not every node has the image that it is to have
more: archipelago layering status -o wide
`);
  const lines = text.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(24);
  expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(80);
});

it('has nothing below the table where all is fine', () => {
  const text = printOverview([config('workers', 'fine', build('Succeeded'))], now);
  expect(text.split('\n')).toHaveLength(5);
});

it('cuts a line of any script at 80 columns, and obeys nothing in it', () => {
  const built = { ...build('Failed', 'arm64'), message: `\x1b[2J${'仮想'.repeat(60)}` };
  const text = printOverview([config('workers', 'failed', built)], now);
  const line = text.split('\n').find((each) => each.startsWith('workers: ')) ?? '';
  expect(line).toMatch(/^workers: failed: \\u001b\[2J仮想.*…$/);
  expect(columnsOf(line)).toBeLessThanOrEqual(80);
});

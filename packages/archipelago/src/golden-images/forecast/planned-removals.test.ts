import { describe, expect, it } from 'vitest';
import type { BootSourceChoices } from '../boot-sources/wanted-boot-sources.ts';
import type { DecidedArchitectures } from '../images/decide-architectures.ts';
import { plannedRemovals } from './planned-removals.ts';
import type { Leads, WhatIf } from './what-if.ts';

const place = { namespace: 'images', template: 'fedora-cron' };

function fate(
  architecture: string | undefined,
  after: Partial<BootSourceChoices> & { readonly decided?: DecidedArchitectures } = {},
  leads?: Leads,
) {
  const { decided = { kind: 'known', architectures: ['amd64'], source: 'annotation' }, ...rest } = after;
  const dataSource = architecture === undefined ? 'fedora' : `fedora-${architecture}`;
  const removals: WhatIf['removals'] = [{ ...place, dataSource, architecture }];
  const template: BootSourceChoices['templates'][number]['template'] = {
    origin: { kind: 'common' },
    metadata: { name: 'fedora-cron' },
    annotations: {},
    spec: { managedDataSource: 'fedora', template: { spec: {} } },
    architectures: undefined,
  };
  const choices: BootSourceChoices = {
    templates: [{ template, decided }],
    multiArchitecture: true,
    workload: ['amd64', 'arm64'].map((name) => ({ name, nodes: 1, controlPlane: false })),
    namespace: 'images',
    ...rest,
  };
  const dataSources = [{ namespace: 'images', name: dataSource, before: undefined, after: leads }];
  const [removal] = plannedRemovals(removals, choices, dataSources);
  return [removal?.when, removal?.because];
}

describe('boot sources that go', () => {
  const pointer = { kind: 'pointer', target: 'fedora-amd64', architecture: 'amd64' } as const;
  const probed = { kind: 'known', architectures: ['amd64'], source: 'probe' } as const;
  it.each([
    [fate(undefined, {}, pointer), ['replaced', 'the DataSource will lead to fedora-amd64']],
    [fate('arm64', { templates: [] }), ['atOnce', 'no template fedora-cron asks for it']],
    [
      fate('arm64', { multiArchitecture: false }),
      ['atOnce', 'images are not imported for each architecture any more'],
    ],
    [fate('arm64'), ['atOnce', 'the annotation of the template does not list arm64']],
    [fate('arm64', { decided: probed }), ['afterGracePeriod', 'the image is not known to have arm64']],
    [fate('s390x'), ['afterGracePeriod', 'no workload node has s390x']],
    [fate(undefined), ['afterGracePeriod', expect.stringContaining('workload nodes')]],
  ])('%j', (said, wanted) => {
    expect(said).toEqual(wanted);
  });
});

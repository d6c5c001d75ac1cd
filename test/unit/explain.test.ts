import { describe, expect, it } from 'vitest';
import { run } from './run-command.test-support.ts';

const answers: readonly (readonly [path: string, code: number, says: readonly string[]])[] = [
  [
    'spec.evictionStrategy',
    0,
    ['<string>', 'LiveMigrateIfPossible', 'KubeVirt spec.configuration.evictionStrategy'],
  ],
  ['HyperConverged.spec.evictionStrategy', 0, ['spec.evictionStrategy <string>']],
  [
    'spec.permittedHostDevices.pciHostDevices[0].resourceName',
    0,
    ['Name that machines request the device by'],
  ],
  [
    'featureGates.deployVmConsoleProxy',
    0,
    ['deprecated: write spec.deployVmConsoleProxy', 'tokenGenerationService'],
  ],
  ['spec.featureGates', 0, ['.alignCPUs <boolean>', '.enableCommonBootImageImport <boolean>']],
  ['deployOVS', 0, ['NetworkAddonsConfig spec.ovs']],
  ['kubevirt.kubevirt.io/jsonpatch', 0, ['RFC 6902', 'KubeVirt']],
  ['metadata.annotations["ssp.kubevirt.io/jsonpatch"]', 0, ['RFC 6902', 'SSP']],
  ['status.nodeInfo.workloadsArchitectures', 0, ['<[]string>', 'nodes that machines run on']],
  ['kubevirts.spec.configuration.evictionStrategy', 0, ['"LiveMigrate"', 'default of spec.evictionStrategy']],
  ['KubeVirt.metadata.labels.app', 0, ['"kubevirt-hyperconverged"']],
  ['AAQ', 2, ['no AAQ exists', 'spec.enableApplicationAwareQuota']],
  ['SSP.spec', 2, ['no SSP exists', '--cluster']],
  ['kubevirt.spec.nope', 2, ['kubevirt.spec.nope is not set']],
  ['spec.evictonStrategy', 2, ['did you mean spec.evictionStrategy?']],
  ['spec.__proto__', 2, ['nothing is called spec.__proto__']],
];

describe('explain', () => {
  it.each(answers)('%s', async (path, expected, says) => {
    const { code, out, err } = await run(['explain', path], {});
    expect(code, err).toBe(expected);
    for (const text of says) expect(code === 0 ? out : err).toContain(text);
  });
});

import { describe, expect, it } from 'vitest';
import { standardDeployment } from '../cluster-facts/standard-cluster.ts';
import { readDeployment } from './deployment-parameters.ts';

describe('deployment parameters', () => {
  it('are the standard ones where nothing is set', async () => {
    expect(await readDeployment({ KVM_EMULATION: '', SMBIOS: '' })).toEqual({
      parameters: standardDeployment,
      operatorNamespace: 'kubevirt-hyperconverged',
      problems: [],
    });
  });

  it('are read from the environment, the newer name of the machine type first', async () => {
    const { parameters, operatorNamespace } = await readDeployment({
      HCO_KV_IO_VERSION: '1.17.0',
      MACHINETYPE: 'old',
      AMD64_MACHINETYPE: 'pc-q35',
      SMBIOS: 'family: A\nproduct: B\n',
      KVM_EMULATION: 'true',
      WASP_AGENT_IMAGE: 'registry.example/wasp:1',
      OPERATOR_NAMESPACE: 'openshift-cnv',
    });
    expect(parameters).toMatchObject({
      version: '1.17.0',
      machineTypes: { amd64: 'pc-q35', arm64: 'virt' },
      smbios: { family: 'A', product: 'B' },
      kvmEmulation: true,
      images: { waspAgent: 'registry.example/wasp:1' },
    });
    expect(operatorNamespace).toBe('openshift-cnv');
    expect((await readDeployment({ MACHINETYPE: 'old' })).parameters.machineTypes.amd64).toBe('old');
  });

  it.each(['[1, 2]', 'family: 7', 'a: &a [*a]', '{', 'just text'])(
    'says what is wrong with SMBIOS %j',
    async (text) => {
      const { parameters, problems } = await readDeployment({ SMBIOS: text });
      expect(parameters.smbios).toEqual(standardDeployment.smbios);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(/^SMBIOS: /);
    },
  );
});

import type { KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { kubeVirtFactsOf } from './kube-virt-facts-of.ts';

const base = { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', metadata: { name: 'kubevirt' } };
const withGates = (...featureGates: readonly string[]): KubernetesObject => ({
  ...base,
  spec: { configuration: { developerConfiguration: { featureGates } } },
});

describe('what a KubeVirt says of architectures', () => {
  it.each<[string, KubernetesObject | undefined, string | undefined, boolean]>([
    ['none, where there is no KubeVirt', undefined, undefined, false],
    ['none, where it has told nothing yet', base, undefined, false],
    ['its default', { ...base, status: { defaultArchitecture: 'arm64' } }, 'arm64', false],
    ['that foreign ones are emulated', withGates('A', 'CrossArchitectureVirtualization'), undefined, true],
    ['nothing by other gates', withGates('MultiArchitecture'), undefined, false],
    [
      'nothing by a default that is no text',
      { ...base, status: { defaultArchitecture: 7 } },
      undefined,
      false,
    ],
  ])('is %s', (_, kubeVirt, defaultArchitecture, crossesArchitectures) => {
    expect(kubeVirtFactsOf(kubeVirt)).toEqual({ defaultArchitecture, crossesArchitectures });
  });
});

import { localNetworks } from '@archipelago/oci-registry';
import { describe, expect, it } from 'vitest';
import { registryAddresses } from './registry-addresses.ts';

describe('addresses that an operator asks for images', () => {
  it('are neither its machine’s nor those that are named or told of, also later', () => {
    let told: readonly string[] = [];
    const policy = registryAddresses({ registryRefusedNetworks: '10.96.0.0/12, fd00::/108' }, () => told);
    const named = [...localNetworks, '10.96.0.0/12', 'fd00::/108'];
    expect(policy()).toEqual({ refused: named, refusedWhenLed: [], allowedHosts: [] });
    told = ['10.128.0.0/14'];
    expect(policy().refused).toEqual([...named, '10.128.0.0/14']);
    expect(registryAddresses({}, () => [])().refused).toEqual(localNetworks);
  });

  it('are those of hosts that are allowed, as they are named', () => {
    const registryAllowHost = ['Image-Registry.svc:5000', '[::1]:443', 'in.example'];
    const { allowedHosts } = registryAddresses({ registryAllowHost }, () => [])();
    expect(allowedHosts).toEqual(['image-registry.svc:5000', '[::1]:443', 'in.example']);
  });

  it.each([
    [{ registryAllowHost: ['https://in.example'] }, '--registry-allow-host: registry "https://in.example"'],
    [{ registryAllowHost: [''] }, '--registry-allow-host: registry ""'],
    [{ registryRefusedNetworks: '10.0.0.0' }, '--registry-refused-networks "10.0.0.0": must be ranges'],
    [{ registryRefusedNetworks: '10.0.0.0/8,x' }, '--registry-refused-networks "x": must be ranges'],
  ])('%j is a mistake of use', (flags, message) => {
    expect(() => registryAddresses(flags, () => [])).toThrow(message);
  });
});

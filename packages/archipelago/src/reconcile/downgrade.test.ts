import { describe, expect, it } from 'vitest';
import { downgradeRefusal } from './downgrade.ts';

const refusal = (stored: string, ours: string) =>
  downgradeRefusal({ versions: [{ name: 'operator', version: stored }] }, ours, 'ns');

describe('an operator that is older than the configuration of the cluster', () => {
  it.each([
    ['1.17.0', '1.16.0'],
    ['1.18.0', '1.16.9'],
    ['2.0.0', '1.16.0'],
    ['1.100.0', '1.16.0'],
    ['v1.17.0', '1.16.0'],
    // a preview knows what its release does
    ['1.17.0-unstable', '1.16.0'],
    ['1.17.0-rc.1+build.5', '1.16.0'],
  ])('stands still: %s, then %s', (stored, ours) => {
    expect(refusal(stored, ours)).toContain(`version ${stored} configured this cluster`);
  });

  it.each([
    ['1.16.0', '1.16.0'],
    ['1.15.3', '1.16.0'],
    ['0.99.0', '1.0.0'],
    // releases of one series know the same fields
    ['1.16.4', '1.16.0'],
    ['1.16.0', '1.16.0-unstable'],
    // what cannot be compared is no reason
    ['latest', '1.16.0'],
    ['1.17', '1.16.0'],
    ['', '1.16.0'],
    ['1.17.0', 'development'],
    ['1.17.0', ''],
    ['99999999999999999999.0.0', '1.16.0'],
  ])('goes on: %s, then %s', (stored, ours) => {
    expect(refusal(stored, ours)).toBeUndefined();
  });

  it.each([{}, { versions: 'x' }, { versions: [] }, { versions: [{ name: 'kubevirt', version: '9.0.0' }] }])(
    'goes on where the status does not say who was there: %j',
    (status) => {
      expect(downgradeRefusal(status, '1.16.0', 'ns')).toBeUndefined();
    },
  );

  describe.each<[string, string, boolean]>([
    ['0.3.0', '0.2.9', true],
    ['1.0.0', '0.9.0', true],
    ['0.3.0', '0.3.0', false],
    ['0.3.4', '0.3.0', false],
    ['0.2.0', '0.3.0', false],
    ['', '0.2.0', false],
    ['development', '0.2.0', false],
  ])('of Archipelago itself: %s, then %s', (stored, ours, isRefused) => {
    const versions = [
      { name: 'operator', version: '1.16.0' },
      { name: 'archipelago', version: stored },
    ];

    it('stands still where it is older', () => {
      const said = downgradeRefusal({ versions }, '1.16.0', 'ns', ours);
      const words = `Archipelago ${stored} configured this cluster, and this is Archipelago ${ours}`;
      expect(said?.slice(0, words.length)).toBe(isRefused ? words : undefined);
    });
  });

  it('of Archipelago itself says how to go on all the same, and goes on then', () => {
    const archipelago = { name: 'archipelago', version: '7.1.0' };
    const said = downgradeRefusal({ versions: [archipelago] }, '1.16.0', 'ns', '0.2.0') ?? '';
    expect(said).toContain('Install Archipelago 7.1 or later');
    const [, patch = ''] = /-p '(.*)'$/.exec(said) ?? [];
    expect(downgradeRefusal(JSON.parse(patch).status, '1.16.0', 'ns', '0.2.0')).toBeUndefined();
  });

  it('says which versions, why, and what to do', () => {
    expect(refusal('1.18.2', '1.16.0')).toBe(
      'version 1.18.2 configured this cluster, and this operator is version 1.16.0: it would drop what it does not know, and leaves everything as it is. Install version 1.18 or later. To go on all the same, as after a product that counts its versions otherwise: kubectl patch hco kubevirt-hyperconverged -n ns --subresource=status --type=merge -p \'{"status":{"versions":[{"name":"operator","version":"1.16.0"}]}}\'',
    );
  });
});

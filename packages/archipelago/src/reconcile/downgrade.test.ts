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

  it('says which versions, why, and what to do', () => {
    expect(refusal('1.18.2', '1.16.0')).toBe(
      'version 1.18.2 configured this cluster, and this operator is version 1.16.0: it would drop what it does not know, and leaves everything as it is. Install version 1.18 or later. To go on all the same, as after a product that counts its versions otherwise: kubectl patch hco kubevirt-hyperconverged -n ns --subresource=status --type=merge -p \'{"status":{"versions":[{"name":"operator","version":"1.16.0"}]}}\'',
    );
  });
});

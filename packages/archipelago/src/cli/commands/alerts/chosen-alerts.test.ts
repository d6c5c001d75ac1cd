import { expect, it } from 'vitest';
import { chosenAlerts } from './chosen-alerts.ts';
import type { ShownAlert } from './shown-alert.ts';

const alert = (name: string, more: Partial<ShownAlert>): ShownAlert => ({
  ...{ name, severity: 'warning', state: 'firing', labels: {}, since: undefined, message: '' },
  ...more,
});

const alerts = [
  alert('SSPDown', { severity: 'critical' }),
  alert('KubeVirtCRModified', { state: 'pending', labels: { component_name: 'kubevirt' } }),
];

it.each([
  [[], undefined, ['SSPDown', 'KubeVirtCRModified']],
  [['SSPDown'], undefined, ['SSPDown']],
  // it is well
  [['HCOMultiArchGoldenImagesDisabled'], undefined, []],
  [[], 'severity=critical', ['SSPDown']],
  [[], 'alertstate=pending', ['KubeVirtCRModified']],
  [[], 'alertname=SSPDown', ['SSPDown']],
  [[], 'component_name', ['KubeVirtCRModified']],
])('%j -l %s', (names, selector, left) => {
  expect(chosenAlerts(alerts, { names, selector }).map(({ name }) => name)).toEqual(left);
});

it('refuses a name that no alert has', () => {
  const says = 'there is no alert SSPDwon; did you mean SSPDown?';
  expect(() => chosenAlerts(alerts, { names: ['SSPDwon'], selector: undefined })).toThrow(says);
});

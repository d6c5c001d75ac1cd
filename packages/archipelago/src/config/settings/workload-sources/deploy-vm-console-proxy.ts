import { Type } from '@sinclair/typebox';
import { absent, setting } from '../../framework/setting.ts';
import { ssp } from '../../operands/ssp/ssp.ts';
import { featureGateAlias } from '../feature-gates/feature-gate-alias.ts';

/** Access to the consoles of machines from outside. */
export const deployVmConsoleProxy = setting({
  path: 'deployVmConsoleProxy',
  summary: 'Deploys a proxy that gives access to the VNC consoles of machines.',
  schema: Type.Boolean(),
  default: false,
  aliases: [featureGateAlias('deployVmConsoleProxy', { standard: false })],
  lands: ({ set }) => [set(ssp, 'spec.tokenGenerationService.enabled', (on) => (on ? true : undefined))],
  examples: [
    {
      title: 'consoles are reached from outside',
      spec: { deployVmConsoleProxy: true },
      cluster: { platform: 'openshift' },
      lands: { 'SSP.spec.tokenGenerationService.enabled': true },
    },
    {
      title: 'left out',
      cluster: { platform: 'openshift' },
      lands: { 'SSP.spec.tokenGenerationService.enabled': absent },
    },
  ],
});

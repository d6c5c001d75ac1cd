import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { networkAddonsConfig } from '../../operands/network-addons-config/network-addons-config.ts';
import { deployKubeSecondaryDNS } from '../feature-gates/deploy-kube-secondary-dns.ts';

const at = 'spec.kubeSecondaryDNSNameServerIP';

/** The address other name servers delegate to. */
export const kubeSecondaryDNSNameServerIP = setting({
  path: 'kubeSecondaryDNSNameServerIP',
  summary:
    'IPv4 address of the name server for secondary interfaces; with featureGates.deployKubeSecondaryDNS.',
  schema: Type.String(),
  with: [deployKubeSecondaryDNS],
  review: (value) =>
    value === '' || isIPv4(value)
      ? []
      : [
          {
            level: 'error',
            at,
            reason: 'Invalid',
            value,
            message: 'is not an IPv4 address',
            fix: 'write an address such as 127.0.0.1',
          },
        ],
  lands: ({ set }) => [
    set(networkAddonsConfig, 'spec.kubeSecondaryDNS.nameServerIP', (ip, { read }) =>
      ip !== '' && read(deployKubeSecondaryDNS) === true ? ip : undefined,
    ),
  ],
  examples: [
    {
      title: 'the name server listens on this address',
      spec: { kubeSecondaryDNSNameServerIP: '127.0.0.1', featureGates: { deployKubeSecondaryDNS: true } },
      lands: { 'NetworkAddonsConfig.spec.kubeSecondaryDNS.nameServerIP': '127.0.0.1' },
    },
  ],
});

/** Four numbers up to 255, without leading zeros. */
function isIPv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

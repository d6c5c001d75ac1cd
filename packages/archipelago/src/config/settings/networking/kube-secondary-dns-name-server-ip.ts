import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { networkAddonsConfig } from '../../operands/network-addons-config/network-addons-config.ts';
import { withRules } from '../../shapes/rule.ts';
import { deployKubeSecondaryDNS } from '../feature-gates/deploy-kube-secondary-dns.ts';

const number = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';

/** Four numbers up to 255, without leading zeros; for Go's regular expressions and for ours. */
const ipv4 = `^${number}([.]${number}){3}$`;

/** The address other name servers delegate to. */
export const kubeSecondaryDNSNameServerIP = setting({
  path: 'kubeSecondaryDNSNameServerIP',
  summary:
    'IPv4 address of the name server for secondary interfaces; with featureGates.deployKubeSecondaryDNS.',
  schema: withRules(Type.String({ maxLength: 15 }), [
    {
      reason: 'Invalid',
      holds: (value) => value === '' || new RegExp(ipv4).test(value),
      cel: `self == '' || self.matches('${ipv4}')`,
      message: 'is not an IPv4 address',
      fix: 'write an address such as 127.0.0.1',
    },
  ]),
  with: [deployKubeSecondaryDNS],
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

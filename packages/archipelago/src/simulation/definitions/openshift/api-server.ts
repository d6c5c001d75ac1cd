import { configurationKind } from './configuration-kind.ts';

/** The cluster's TLS profile; virtualization follows it unless the HyperConverged names its own. */
export const apiServer = configurationKind('APIServer', 'apiservers', {
  spec: {
    audit: { profile: 'Default' },
    tlsSecurityProfile: { type: 'Intermediate', intermediate: {} },
  },
});

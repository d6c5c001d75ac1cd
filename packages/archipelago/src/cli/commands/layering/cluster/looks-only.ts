import type { LayeringDeployment } from '../../../../layering/build-plan/layering-plan.ts';
import { jobsAccount } from '../../../../operator/options/layering-choices.ts';

/** Commands start no jobs: what those would be made of does not matter to what is told. */
export function looksOnly(namespace: string): LayeringDeployment {
  return {
    namespace,
    builderImage: '',
    ownImage: '',
    serviceAccount: jobsAccount,
    clusterJobs: Number.POSITIVE_INFINITY,
    storeLimit: '',
    registries: { caCertificates: undefined, registriesConf: undefined },
  };
}

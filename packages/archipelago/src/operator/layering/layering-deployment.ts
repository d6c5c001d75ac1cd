import type { ProxySettings } from '@archipelago/oci-registry';
import type { LayeringDeployment } from '../../layering/build-plan/layering-plan.ts';
import type { LayeringChoices } from '../options/layering-choices.ts';

interface Chosen {
  readonly choices: LayeringChoices;
  /** The operator's own. */
  readonly namespace: string;
}

/** What plans go by of what was chosen, by an operator in a namespace of its own. */
export function layeringDeployment({ choices, namespace: operatorNamespace }: Chosen): LayeringDeployment {
  const { builderImage, ownImage, serviceAccount, clusterJobs, storeLimit, access, registriesConf, rollout } =
    choices;
  return {
    namespace: choices.namespace,
    operatorNamespace,
    builderImage,
    ownImage,
    serviceAccount,
    clusterJobs,
    storeLimit,
    rollout: rollout === true,
    registries: { caCertificates: access.ca, registriesConf },
    proxy: proxyVariables(choices.proxy ?? {}),
    ...(choices.proxySecret === undefined ? {} : { proxySecret: choices.proxySecret }),
  };
}

/** As programs in pods read it. */
function proxyVariables({ http, https, except }: ProxySettings): NonNullable<LayeringDeployment['proxy']> {
  return {
    ...(http === undefined ? {} : { HTTP_PROXY: http }),
    ...(https === undefined ? {} : { HTTPS_PROXY: https }),
    ...(except === undefined ? {} : { NO_PROXY: except }),
  };
}

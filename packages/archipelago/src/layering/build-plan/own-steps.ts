import type { JsonObject } from '@archipelago/apimachinery';
import { type BuildPlatform, contentReference, sourceName } from './build-platform.ts';
import type { ObservedBuild } from './observed-build.ts';
import type { PlanContext } from './plan-context.ts';
import { confined, toldByLog } from './pod-template.ts';
import { confArguments, proxyVariables, registriesArguments, registriesMount } from './registry-settings.ts';

/** The build could change what it has mounted: who pushes reads another copy of the same files. */
export const pushRegistries = 'push-registries';

/** Takes what the images need out of the pull secret. */
export function loginStep({ config, reading }: PlanContext, platform: BuildPlatform): JsonObject {
  const { volumeMounts } = registriesMount(reading.deployment, sourceName(config.name, platform));
  return {
    name: 'login',
    image: reading.deployment.ownImage,
    args: [
      'layering',
      'login',
      '--authfile',
      '/run/secrets/pull/config.json',
      '--images',
      '/run/fetch/images',
      '--to',
      '/run/login/config.json',
      ...confArguments(reading.deployment),
    ],
    volumeMounts: [
      { name: 'fetch', mountPath: '/run/fetch', readOnly: true },
      { name: 'pull', mountPath: '/run/secrets/pull', readOnly: true },
      { name: 'login-file', mountPath: '/run/login' },
      ...volumeMounts,
    ],
    ...toldByLog,
    ...confined,
  };
}

/** Brings what the build has left to the registry. */
export function pushStep(
  { config, reading }: PlanContext,
  build: ObservedBuild,
  platform: BuildPlatform,
): JsonObject {
  const { deployment } = reading;
  const hasLogin = config.intermediate.pushSecret !== undefined;
  const { volumeMounts } = registriesMount(deployment, sourceName(config.name, platform), pushRegistries);
  return {
    name: 'push',
    image: deployment.ownImage,
    args: [
      'layering',
      'push',
      '--from',
      '/run/image',
      '--target',
      contentReference(build, platform),
      '--results',
      '/run/results',
      ...(hasLogin ? ['--authfile', '/run/secrets/push/config.json'] : []),
      ...registriesArguments(deployment),
    ],
    env: proxyVariables(deployment),
    volumeMounts: [
      { name: 'image', mountPath: '/run/image', readOnly: true },
      { name: 'results', mountPath: '/run/results' },
      { name: 'push', mountPath: '/run/secrets/push', readOnly: true },
      ...volumeMounts,
    ],
    ...toldByLog,
    ...confined,
  };
}

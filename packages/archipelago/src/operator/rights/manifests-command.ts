import { buildsNamespace, type Installation } from './permission.ts';

/**
 * What an administrator runs so that the operator has the rights that it needs, and the namespaces. It says all that rights
 * follow from: with less, it would take some away.
 */
export function manifestsCommand(installation: Installation): string {
  const { namespace, platform, importer, webhook, doctor } = installation;
  const flags = [
    ...['--namespace', namespace, '--platform', platform],
    ...(importer === 'auto' ? [] : ['--golden-images', importer]),
    ...(webhook === undefined ? [] : ['--webhook', webhook.kind]),
    ...(doctor === true ? ['--doctor'] : []),
    ...layeringFlags(installation),
  ];
  return `archipelago manifests ${flags.join(' ')} | kubectl apply -f -`;
}

function layeringFlags(installation: Installation): readonly string[] {
  const { layering, rollout } = installation;
  if (layering === undefined) return [];
  return [
    ...['--layering-builder', layering, '--layering-namespace', buildsNamespace(installation)],
    ...(rollout === true ? ['--layering-rollout'] : []),
  ];
}

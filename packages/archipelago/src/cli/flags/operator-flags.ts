import { type Command, Option } from 'commander';
import { usualBuildsNamespace } from '../../operator/options/layering-choices.ts';

/** Adds the flags that say what the operator does, wherever it is run from. */
export function operatorFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--golden-images <who>', 'who creates boot sources; auto: SSP where it is installed')
        .choices(['auto', 'builtin', 'ssp'])
        .default('auto'),
    )
    .option('--doctor', 'ask the doctor every five minutes; tell in conditions, events and metrics')
    .option(
      '--layering-builder <image>',
      'image with buildah for every architecture; switches on-cluster layering on',
    )
    .option(
      '--layering-namespace <name>',
      `namespace of builds and their logins (default: ${usualBuildsNamespace})`,
    )
    .option('--layering-jobs <number>', 'most build jobs at the same time in the whole cluster')
    .option('--layering-proxy-secret <name>', 'Secret with HTTP_PROXY, HTTPS_PROXY and NO_PROXY for jobs')
    .option(
      '--layering-store-limit <bytes>',
      'limit of each of the two large volumes of a build (default: 100Gi)',
    )
    .option(
      '--layering-rollout',
      'bring new images to nodes: cordon, drain, have their agents apply them; on OpenShift, name them to its operator',
    );
}

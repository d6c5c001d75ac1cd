import type { Clock } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { hostPathPools } from './actors/host-path/host-path-pools.ts';
import { nodeNetworks } from './actors/node-networks/node-networks.ts';
import { olm } from './actors/olm/olm.ts';
import { startPlayer } from './actors/players/start-player.ts';
import { sspPlay } from './actors/ssp/ssp.ts';
import { storageProfiles } from './actors/storage-profiles/storage-profiles.ts';
import { virtController } from './actors/virt-controller/virt-controller.ts';
import { virtHandlers } from './actors/virt-handlers/virt-handlers.ts';
import type { SandboxPlatform } from './definitions/sandbox-definitions.ts';

interface PlayersOptions {
  readonly client: KubernetesClient;
  readonly platform: SandboxPlatform;
  readonly clock: Clock;
  readonly onProblem: (problem: string) => void;
}

/** The controllers that are played beside those of the operands. */
interface Players {
  /** For people. */
  readonly names: readonly string[];
  stop(): Promise<void>;
}

/** SSP's templates of virtual machines whose image is imported. Those of others are left out: nothing would ever be behind their DataSources. */
const templates = {
  'centos-stream9': ['amd64', 'arm64', 's390x'],
  fedora: ['amd64', 'arm64', 's390x'],
};

const ssp = sspPlay('openshift-virtualization-os-images', templates);

/**
 * Lets virt-handlers, virt-controller, storage profiles and the hostpath provisioner be played, on OpenShift also node networks, OLM and
 * SSP.
 */
export function startPlayers({ platform, ...options }: PlayersOptions): Players {
  const machines = virtController();
  const started = [
    { name: virtHandlers.name, stop: startPlayer(virtHandlers, options).stop },
    { name: machines.name, stop: startPlayer(machines, options).stop },
    { name: storageProfiles.name, stop: startPlayer(storageProfiles, options).stop },
    { name: hostPathPools.name, stop: startPlayer(hostPathPools, options).stop },
    ...(platform === 'openshift'
      ? [
          { name: nodeNetworks.name, stop: startPlayer(nodeNetworks, options).stop },
          { name: olm.name, stop: startPlayer(olm, options).stop },
          { name: ssp.name, stop: startPlayer(ssp, options).stop },
        ]
      : []),
  ];
  return {
    names: started.map(({ name }) => name),
    stop: async () => {
      await Promise.all(started.map(({ stop }) => stop()));
    },
  };
}

import { testRollout } from '../suites/rollout.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

testRollout(kubernetesServers());

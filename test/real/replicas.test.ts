import { testLeaderElection } from '../suites/leader-election.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

testLeaderElection(kubernetesServers());

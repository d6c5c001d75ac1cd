import { testCarefulWrites } from '../suites/careful-writes.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

testCarefulWrites(kubernetesServers());

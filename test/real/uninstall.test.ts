import { testUninstall } from '../suites/uninstall.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

testUninstall(kubernetesServers(), { oneByOne: true });

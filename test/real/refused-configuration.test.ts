import { testRefusedConfiguration } from '../suites/refused-configuration.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

testRefusedConfiguration(kubernetesServers());

import { testDefinitionDecides } from '../suites/definition-decides.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

testDefinitionDecides(kubernetesServers());

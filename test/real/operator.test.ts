import { testOperator } from '../suites/operator.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

testOperator(kubernetesServers());

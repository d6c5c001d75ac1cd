import { testDrift } from '../suites/drift.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

testDrift(kubernetesServers());

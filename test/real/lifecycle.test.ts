import { testLifecycle } from '../suites/lifecycle.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

testLifecycle(kubernetesServers());

import { testEngine } from '../suites/engine.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

testEngine(kubernetesServers());

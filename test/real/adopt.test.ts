import { testAdopt } from '../suites/adopt.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

// OLM's kinds and controllers are played on the embedded cluster only
testAdopt(kubernetesServers(), ['plain']);

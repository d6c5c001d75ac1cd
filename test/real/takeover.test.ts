import { testTakeover } from '../suites/takeover.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

testTakeover(kubernetesServers(), { render: ['base-k8s', 'passt-k8s', 'base-ocp-ha', 'hwd-150'] });

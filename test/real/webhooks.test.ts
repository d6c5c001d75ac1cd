import { testWebhooks } from '../suites/webhooks.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

// what these create in every new namespace would be asked about, too
const publishers = ['root-ca-certificate-publisher-controller', 'serviceaccount-controller'];

testWebhooks(kubernetesServers({ without: publishers }));

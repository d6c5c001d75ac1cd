import { testWebhooks } from '../suites/webhooks.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

// what a controller creates in every new namespace would be asked about, too
testWebhooks(kubernetesServers({ without: ['root-ca-certificate-publisher-controller'] }));

import { testConversion } from '../suites/conversion.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

testConversion(kubernetesServers({ without: ['root-ca-certificate-publisher-controller'] }));

import { testMutatingPolicies } from '../suites/mutating-policies.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

// what these create in every new namespace is made by the suite
const publishers = ['root-ca-certificate-publisher-controller', 'serviceaccount-controller'];

testMutatingPolicies(kubernetesServers({ without: publishers }));

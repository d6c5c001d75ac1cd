import { testMutatingPolicies } from '../suites/mutating-policies.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testMutatingPolicies(embeddedServers);

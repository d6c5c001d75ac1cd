import { testRollout } from '../suites/rollout.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testRollout(embeddedServers);

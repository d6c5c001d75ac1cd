import { testLeaderElection } from '../suites/leader-election.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testLeaderElection(embeddedServers);

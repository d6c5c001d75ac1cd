import { testDrift } from '../suites/drift.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testDrift(embeddedServers);

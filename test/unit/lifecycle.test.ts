import { testLifecycle } from '../suites/lifecycle.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testLifecycle(embeddedServers);

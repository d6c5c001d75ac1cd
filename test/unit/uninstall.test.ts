import { testUninstall } from '../suites/uninstall.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testUninstall(embeddedServers, { oneByOne: false });

import { testCarefulWrites } from '../suites/careful-writes.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testCarefulWrites(embeddedServers);

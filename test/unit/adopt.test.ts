import { testAdopt } from '../suites/adopt.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testAdopt(embeddedServers, ['plain', 'olm']);

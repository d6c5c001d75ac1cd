import { testRefusedConfiguration } from '../suites/refused-configuration.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testRefusedConfiguration(embeddedServers);

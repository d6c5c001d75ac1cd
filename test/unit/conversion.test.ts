import { testConversion } from '../suites/conversion.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testConversion(embeddedServers);

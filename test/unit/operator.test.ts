import { testOperator } from '../suites/operator.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testOperator(embeddedServers);

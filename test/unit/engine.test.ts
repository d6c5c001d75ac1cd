import { testEngine } from '../suites/engine.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testEngine(embeddedServers);

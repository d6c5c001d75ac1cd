import { testFaultSchedules } from '../suites/fault-schedules.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testFaultSchedules(embeddedServers, { schedules: 10, restartEvery: 10 });

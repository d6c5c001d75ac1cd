import { testFaultSchedules } from '../suites/fault-schedules.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

// a hundred of them, on both servers, in test/real
testFaultSchedules(embeddedServers, { schedules: 2, restartEvery: 2 });

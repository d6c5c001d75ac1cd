import { testRestartSchedules } from '../suites/restart-schedules.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

// two hundred of them here, and forty on a real server, in test/real
testRestartSchedules(embeddedServers, { scripts: 7, schedulesPerScript: 1 });

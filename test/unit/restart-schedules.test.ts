import { testRestartSchedules } from '../suites/restart-schedules.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

// two hundred of them here, and forty on a real server, in test/real
testRestartSchedules(embeddedServers, { scripts: 5, schedulesPerScript: 1 });

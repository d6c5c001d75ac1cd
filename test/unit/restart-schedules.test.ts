import { testRestartSchedules } from '../suites/restart-schedules.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testRestartSchedules(embeddedServers, { scripts: 20, schedulesPerScript: 10 });

import { testRestartSchedules } from '../suites/restart-schedules.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

testRestartSchedules(embeddedServers, { scripts: 20, schedulesPerScript: 10 });
testRestartSchedules(kubernetesServers(), { scripts: 10, schedulesPerScript: 2 });

import { testRestartSchedules } from '../suites/restart-schedules.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

testRestartSchedules(kubernetesServers(), { scripts: 10, schedulesPerScript: 4 });

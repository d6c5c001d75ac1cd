import { testFaultSchedules } from '../suites/fault-schedules.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

testFaultSchedules(embeddedServers, { schedules: 100, restartEvery: 10 });
testFaultSchedules(kubernetesServers(), { schedules: 100, restartEvery: 10 });

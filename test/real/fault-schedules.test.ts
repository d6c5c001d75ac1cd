import { testFaultSchedules } from '../suites/fault-schedules.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

testFaultSchedules(embeddedServers, { schedules: 100, restartEvery: 10 });
// each takes seconds there; whoever looks for what is rare says how many
const schedules = Number(process.env.FAULT_SCHEDULES ?? 40);
testFaultSchedules(kubernetesServers(), { schedules, restartEvery: 10 });

import { testTakeover } from '../suites/takeover.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testTakeover(embeddedServers, {
  render: ['base-k8s', 'passt-k8s', 'base-ocp-ha', 'hwd-150', 'np-both-aaq'],
});

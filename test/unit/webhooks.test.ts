import { testWebhooks } from '../suites/webhooks.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testWebhooks(embeddedServers);

import { testAdmissionWebhook } from '../suites/admission-webhook.ts';
import { installedSandboxes } from '../support/installed-servers.ts';

testAdmissionWebhook(installedSandboxes);

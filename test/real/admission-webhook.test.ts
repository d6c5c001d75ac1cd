import { testAdmissionWebhook } from '../suites/admission-webhook.ts';
import { installedKubernetes } from '../support/installed-servers.ts';

testAdmissionWebhook(installedKubernetes);

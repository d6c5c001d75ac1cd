import { testMetrics } from '../suites/metrics.ts';
import { installedSandboxes } from '../support/installed-servers.ts';

testMetrics(installedSandboxes({ importer: 'ssp', doctor: true }));

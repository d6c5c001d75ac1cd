import type { Monitoring } from '../../../operator/deployment/monitoring-manifests.ts';
import type { Installation } from '../../../operator/rights/permission.ts';
import { parseNamespace } from '../../flags/parse-namespace.ts';
import { parseRunbookUrlTemplate } from '../../flags/parse-runbook-url-template.ts';
import { UsageError } from '../../process/io.ts';

/** The flags about monitoring, as commander gives them. */
export interface MonitoringFlags {
  readonly platform: Installation['platform'];
  readonly monitoring?: boolean;
  readonly monitoringAccount?: string;
  readonly runbookUrlTemplate?: string;
}

const usualNamespaces = { kubernetes: 'monitoring', openshift: 'openshift-monitoring' } as const;

/** Reads the flags; undefined: nothing is to be added. */
export function parseMonitoring(flags: MonitoringFlags): Monitoring | undefined {
  const { platform, monitoring, monitoringAccount, runbookUrlTemplate } = flags;
  if (monitoring === true) {
    const account = parseAccount(monitoringAccount ?? `${usualNamespaces[platform]}:prometheus-k8s`);
    return { account, runbookUrlTemplate: parseRunbookUrlTemplate(runbookUrlTemplate) };
  }
  const alone = monitoringAccount === undefined ? 'runbook-url-template' : 'monitoring-account';
  if (monitoringAccount === undefined && runbookUrlTemplate === undefined) return undefined;
  throw new UsageError(`--${alone}: needs --monitoring: there are no rules without it`);
}

function parseAccount(text: string): Monitoring['account'] {
  const [namespace = '', name = '', ...more] = text.split(':');
  if (more.length > 0 || !/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/.test(name))
    throw new UsageError(
      `--monitoring-account ${JSON.stringify(text)}: must be NAMESPACE:NAME of a service account`,
    );
  return { namespace: parseNamespace('--monitoring-account', namespace), name };
}

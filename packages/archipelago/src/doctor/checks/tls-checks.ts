import { isJsonObject, type JsonObject, textAt, textsAt } from '@archipelago/apimachinery';
import { ianaCiphers, tlsProfiles, tlsVersions } from '../../config/settings/security/tls-profiles.ts';
import type { ClusterView } from '../cluster/cluster-view.ts';
import type { Check, Outcome } from '../model/check.ts';

/** Which versions of TLS components accept. */
export const tlsChecks: readonly Check[] = [
  {
    code: 'VD009',
    title: 'The TLS profile is strong',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'apiServers'],
    message: 'The TLS profile {profile} of the HyperConverged {problem}.',
    impact: 'Clients can speak to components in ways that are known to be weak.',
    fix: 'remove {field}: then the profile of the cluster holds',
    falsePositives: 'old clients that must be served',
    find: profileIsStrong,
  },
];

interface Profile {
  readonly type: string;
  readonly version: (typeof tlsVersions)[number];
  /** Written ones; named profiles bring their own. */
  readonly ciphers: readonly string[];
}

function profileOf(written: unknown): Profile | undefined {
  const type = textAt(written, 'type');
  if (type === 'Old' || type === 'Intermediate' || type === 'Modern')
    return { type, version: tlsProfiles[type].minTLSVersion, ciphers: [] };
  if (type !== 'Custom') return undefined;
  const version = tlsVersions.find((one) => one === textAt(written, 'custom', 'minTLSVersion'));
  return { type, version: version ?? 'VersionTLS12', ciphers: textsAt(written, 'custom', 'ciphers') };
}

function rank({ version }: Profile): number {
  return tlsVersions.indexOf(version);
}

/** `TLS 1.0` */
function versionText({ version }: Profile): string {
  return version.replace(/VersionTLS(\d)(\d)/, 'TLS $1.$2');
}

function profileIsStrong(cluster: ClusterView): Outcome {
  const { hyperConverged, itself } = cluster;
  const own = profileOf(hyperConverged.value('tlsProfile'));
  if (own === undefined) return { skipped: 'the profile of the cluster holds' };
  const problem = problemOf(own, cluster);
  if (problem === undefined) return [];
  const params = {
    profile: own.type,
    version: versionText(own),
    problem,
    field: hyperConverged.fieldOf('tlsProfile'),
  };
  return [{ object: itself, params }];
}

function problemOf(own: Profile, cluster: ClusterView): string | undefined {
  const its = profileOfCluster(cluster);
  const isWeak = rank(own) < tlsVersions.indexOf('VersionTLS12');
  if (isWeak || (its !== undefined && rank(own) < rank(its))) {
    const comparison = its === undefined ? '' : `; the cluster uses ${its.type} (${versionText(its)})`;
    return `allows ${versionText(own)}${comparison}`;
  }
  const lost = own.version === 'VersionTLS13' ? [] : lostCiphers(own, cluster);
  return lost.length === 0 ? undefined : `names ciphers that KubeVirt does not get: ${lost.join(', ')}`;
}

/** Undefined: there is none, as elsewhere than on OpenShift. */
function profileOfCluster(cluster: ClusterView): Profile | undefined {
  const [apiServer] = cluster.objects('apiServers');
  return apiServer === undefined ? undefined : (profileOf(apiServerProfile(apiServer)) ?? intermediate);
}

const intermediate: Profile = { type: 'Intermediate', version: 'VersionTLS12', ciphers: [] };

function apiServerProfile({ spec }: JsonObject) {
  return isJsonObject(spec) ? spec.tlsSecurityProfile : undefined;
}

/** KubeVirt knows other names: what has none is dropped, and nobody says so. */
function lostCiphers({ ciphers }: Profile, cluster: ClusterView): readonly string[] {
  const given = textsAt(cluster.kubeVirtConfiguration, 'tlsConfiguration', 'ciphers');
  return ciphers.filter((name) => {
    const [iana] = ianaCiphers([name]);
    return iana === undefined || (given.length > 0 && !given.includes(iana));
  });
}

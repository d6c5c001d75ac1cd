import { parseImageReference } from '@archipelago/oci-registry';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import type { LayeringDeployment } from './layering-plan.ts';
import { hasLoginFor, type LoginFacts } from './login-facts.ts';
import { loginTypes } from './login-problem.ts';
import type { Reading } from './reading.ts';

/** Why a config's images cannot be pulled or pushed, as its secrets show before any job runs. */
interface LoginBlock {
  readonly reason: 'SecretMissing' | 'SecretUnusable' | 'SecretWithoutLogin';
  readonly message: string;
}

interface UsedSecret {
  /** As people find it in the config. */
  readonly field: string;
  readonly name: string | undefined;
  /** That it has to have a login for; undefined: the registry may let anybody read. */
  readonly pushesTo: string | undefined;
}

/** The first secret of a config that is missing, is no image login, or has none for where is pushed; undefined: none is. */
export function loginBlockOf(reading: Reading): LoginBlock | undefined {
  for (const used of usedSecrets(reading.config)) {
    const problem = problemOf(used, reading);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function usedSecrets({
  basePullSecret,
  pushSecret,
  repository,
  intermediate,
}: MachineOsConfig): readonly UsedSecret[] {
  const { pushSecret: push, pullSecret: pull, repository: between } = intermediate;
  return [
    { field: 'spec.baseImagePullSecret', name: basePullSecret, pushesTo: undefined },
    { field: 'spec.renderedImagePushSecret', name: pushSecret, pushesTo: repository },
    { field: 'spec.intermediate.pushSecret', name: push, pushesTo: between },
    { field: 'spec.intermediate.pullSecret', name: pull, pushesTo: undefined },
  ];
}

function problemOf({ field, name, pushesTo }: UsedSecret, reading: Reading): LoginBlock | undefined {
  if (name === undefined) return undefined;
  const { namespace } = reading.deployment;
  const facts = reading.login(name);
  const type = reading.secretType(name);
  if (facts === undefined || type === 'none') return missing(field, name, reading.deployment);
  // one of another type is refused (`loginProblem`)
  if (facts === 'unknown' || (type !== undefined && !loginTypes.has(type))) return undefined;
  const secret = `Secret ${namespace}/${name} (${field})`;
  return uselessness(secret, facts, pushesTo);
}

function missing(field: string, name: string, deployment: LayeringDeployment): LoginBlock {
  const { namespace, operatorNamespace = namespace } = deployment;
  const missing = `Secret ${name} is not in namespace ${namespace}, where builds and their logins are`;
  const fix = `create it there (kubectl create secret docker-registry ${name} -n ${namespace}), or correct ${field}`;
  // a release before looked for it there
  const former =
    namespace === operatorNamespace ? '' : `; secrets in ${operatorNamespace} are not used for builds`;
  return { reason: 'SecretMissing', message: `${missing}; ${fix}${former}` };
}

function uselessness(
  secret: string,
  facts: LoginFacts,
  pushesTo: string | undefined,
): LoginBlock | undefined {
  if (facts.kind === 'useless')
    return { reason: 'SecretUnusable', message: `${secret} ${facts.reason}; ${facts.fix}; no build begins` };
  if (pushesTo === undefined || hasLoginFor(facts.scopes, normalized(pushesTo))) return undefined;
  const has = facts.scopes.slice(0, mostNamed).join(', ');
  return {
    reason: 'SecretWithoutLogin',
    message: `${secret} has no login for ${pushesTo}, only for ${has}; no build begins`,
  };
}

const mostNamed = 5;

/** As logins name it: `docker.io` stands for what is not named. */
function normalized(repository: string): string {
  const parsed = parseImageReference(repository);
  return parsed.kind === 'ok' ? `${parsed.value.registry}/${parsed.value.repository}` : repository;
}

/** A right that is missing; the namespace is empty where the kind has none. */
interface MissingRight {
  /** `deployments.apps` */
  readonly resource: string;
  readonly verb: string;
  readonly namespace: string;
}

/** What an administrator has to run so that whoever asked may. */
export function grantFor({ resource, verb, namespace }: MissingRight): string {
  const role = `adopt-${verb}-${resource.split('.')[0]}`;
  const [kind, where] = namespace === '' ? ['clusterrole', ''] : ['role', ` -n ${namespace}`];
  const verbs = verb === 'list' ? 'get,list' : verb;
  return [
    `ask for it: kubectl create ${kind} ${role}${where} --verb=${verbs} --resource=${resource}`,
    `kubectl create ${kind}binding ${role}${where} --${kind}=${role} --user=NAME`,
  ].join(' && ');
}

/** The Deployment of an operator; `serviceVersion`: what OLM made it from. */
interface OperatorDeployment {
  readonly namespace: string;
  readonly name: string;
  readonly serviceVersion: string | undefined;
}

/** What stops an operator. OLM goes by what it installed, and scales back what somebody else has scaled. */
export function stopCommand({ namespace, name, serviceVersion }: OperatorDeployment): string {
  if (serviceVersion === undefined) return `kubectl scale deployment ${name} -n ${namespace} --replicas=0`;
  const path = `(.spec.install.spec.deployments[] | select(.name == "${name}")).spec.replicas`;
  const csv = `csv ${serviceVersion} -n ${namespace}`;
  return `OLM would bring it back, so change ClusterServiceVersion ${serviceVersion}: kubectl get ${csv} -o json | jq '${path} = 0' | kubectl replace -f -`;
}

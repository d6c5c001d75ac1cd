import type { DeploymentParameters } from '../cluster-facts/inputs.ts';
import { standardDeployment, standardInputs } from '../cluster-facts/standard-cluster.ts';

/** What the deployment of the operator says, and what of it makes no sense. */
interface Deployment {
  readonly parameters: DeploymentParameters;
  readonly operatorNamespace: string;
  /** Sentences for the log; the standard holds in place of what they are about. */
  readonly problems: readonly string[];
}

/** The variables that are read. */
export const parameterNames: readonly string[] = [
  'HCO_KV_IO_VERSION',
  'MACHINETYPE',
  'AMD64_MACHINETYPE',
  'ARM64_MACHINETYPE',
  'SMBIOS',
  'KVM_EMULATION',
  'PASST_CNI_IMAGE',
  'PASST_SIDECAR_IMAGE',
  'WASP_AGENT_IMAGE',
  'OPERATOR_NAMESPACE',
];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the deployment parameters from environment variables with upstream's names: HCO_KV_IO_VERSION,
 * MACHINETYPE (older name of) AMD64_MACHINETYPE, ARM64_MACHINETYPE, SMBIOS (YAML), KVM_EMULATION,
 * PASST_CNI_IMAGE, PASST_SIDECAR_IMAGE, WASP_AGENT_IMAGE, OPERATOR_NAMESPACE. What is unset or empty is as in
 * the standard deployment.
 */
export async function readDeployment(environment: Environment): Promise<Deployment> {
  const read = (name: string): string | undefined => environment[name] || undefined;
  const { machineTypes, images, version } = standardDeployment;
  const smbios = await readSmbios(read('SMBIOS'));
  return {
    parameters: {
      version: read('HCO_KV_IO_VERSION') ?? version,
      machineTypes: {
        amd64: read('AMD64_MACHINETYPE') ?? read('MACHINETYPE') ?? machineTypes.amd64,
        arm64: read('ARM64_MACHINETYPE') ?? machineTypes.arm64,
      },
      smbios: smbios.value,
      kvmEmulation: read('KVM_EMULATION') === 'true',
      images: {
        passtCni: read('PASST_CNI_IMAGE') ?? images.passtCni,
        passtSidecar: read('PASST_SIDECAR_IMAGE') ?? images.passtSidecar,
        waspAgent: read('WASP_AGENT_IMAGE') ?? images.waspAgent,
      },
    },
    operatorNamespace: read('OPERATOR_NAMESPACE') ?? standardInputs.deployment.operatorNamespace,
    problems: smbios.problems,
  };
}

interface Smbios {
  readonly value: DeploymentParameters['smbios'];
  readonly problems: readonly string[];
}

/** As the offline commands read it; the YAML library is loaded only where the variable is set. */
async function readSmbios(text: string | undefined): Promise<Smbios> {
  const standard = standardDeployment.smbios;
  if (text === undefined) return { value: standard, problems: [] };
  const { parseSmbios } = await import('../cluster-facts/parse-smbios.ts');
  const parsed = parseSmbios(text);
  return parsed.ok
    ? { value: parsed.smbios, problems: [] }
    : { value: standard, problems: [`SMBIOS: ${parsed.message}`] };
}

import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { ClusterFacts, NodeFacts } from './cluster-facts.ts';
import type { Deployment, DeploymentParameters, Inputs, OperandRefusals } from './inputs.ts';
import { parseSmbios } from './parse-smbios.ts';
import { nodeFacts, standardDeployment, standardInputs } from './standard-cluster.ts';
import { type UnknownField, unknownFields } from './unknown-fields.ts';

interface FactsError {
  /** Path in the file, e.g. `nodes[0].arch`. */
  readonly field: string;
  readonly value: JsonValue | undefined;
  readonly message: string;
}

type ParsedFacts =
  | {
      readonly ok: true;
      readonly inputs: Inputs;
      readonly operandRefusals: OperandRefusals;
      /** What is written and nothing reads. */
      readonly unknownFields: readonly UnknownField[];
    }
  | { readonly ok: false; readonly errors: readonly FactsError[] };

type Reader<T> = (value: JsonValue | undefined, field: string) => T;

/**
 * Reads a cluster file (`docs/compatibility/hyperconverged.md#the-cluster-file`); what it leaves out is as in the standard
 * cluster.
 */
export function parseClusterFacts(document: JsonValue): ParsedFacts {
  const errors: FactsError[] = [];
  const read = readers(errors);
  if (!isJsonObject(document)) {
    return {
      ok: false,
      errors: [{ field: '', value: document, message: 'must be an object that describes a cluster' }],
    };
  }
  const inputs: Inputs = {
    facts: clusterFacts(document, read),
    deployment: deployment(document, read, errors),
    memory: {
      dataImportSchedule:
        read.text(document.dataImportSchedule, 'dataImportSchedule') ??
        standardInputs.memory.dataImportSchedule,
    },
  };
  const operandRefusals = refusals(document, read);
  return errors.length > 0
    ? { ok: false, errors }
    : { ok: true, inputs, operandRefusals, unknownFields: unknownFields(document) };
}

type Readers = ReturnType<typeof readers>;

function clusterFacts(document: JsonObject, read: Readers): ClusterFacts {
  const domain = read.text(document.baseDomain, 'baseDomain');
  const storageClasses = read.texts(document.storageClasses, 'storageClasses');
  const networks = read.texts(document.networks, 'networks');
  return {
    platform: read.boolean(document.openshift, 'openshift') === true ? 'openshift' : 'kubernetes',
    baseDomain: domain === '' ? undefined : domain,
    clusterNetworks: read.texts(document.clusterNetworks, 'clusterNetworks') ?? [],
    networkAttachmentDefinitions: read.boolean(document.nad, 'nad') !== false,
    ...(storageClasses === undefined ? {} : { storageClasses }),
    ...(networks === undefined ? {} : { networks }),
    nodes: read.list(document.nodes, 'nodes', node(read)) ?? standardInputs.facts.nodes,
    apiServerTlsProfile: read.object(document.apiServerTLSProfile, 'apiServerTLSProfile'),
  };
}

function deployment(document: JsonObject, read: Readers, errors: FactsError[]): Deployment {
  const { operatorNamespace } = standardInputs.deployment;
  return {
    ...parameters(read.object(document.env, 'env') ?? {}, errors),
    operatorNamespace: read.text(document.operatorNamespace, 'operatorNamespace') ?? operatorNamespace,
  };
}

/** An operand whose definition is missing refuses nothing. */
function refusals(document: JsonObject, read: Readers): OperandRefusals {
  const missing = read.texts(document.missingOperands, 'missingOperands') ?? [];
  const of = (field: 'updateErrors' | 'deleteErrors') => {
    const said = Object.entries(read.textMap(document[field], field) ?? {});
    return Object.fromEntries(said.filter(([kind]) => !missing.includes(kind)));
  };
  return { update: of('updateErrors'), delete: of('deleteErrors') };
}

function readers(errors: FactsError[]) {
  const wanted = <T>(what: string, accept: (value: JsonValue) => T | undefined): Reader<T | undefined> => {
    return (value, field) => {
      if (value === undefined || value === null) return undefined;
      const accepted = accept(value);
      if (accepted === undefined) errors.push({ field, value, message: `must be ${what}` });
      return accepted;
    };
  };
  const text = wanted('text', (value) => (typeof value === 'string' ? value : undefined));
  const object = wanted('an object', (value) => (isJsonObject(value) ? value : undefined));
  const array = wanted('a list', (value) => (isList(value) ? value : undefined));
  return {
    text,
    object,
    boolean: wanted('true or false', (value) => (typeof value === 'boolean' ? value : undefined)),
    texts: (value: JsonValue | undefined, field: string) =>
      array(value, field)?.map((item, index) => text(item, `${field}[${index}]`) ?? ''),
    textMap: (value: JsonValue | undefined, field: string) =>
      mapped(object(value, field), (item, key) => text(item, `${field}.${key}`) ?? ''),
    list: <T>(value: JsonValue | undefined, field: string, item: Reader<T>) =>
      array(value, field)?.map((entry, index) => item(entry, `${field}[${index}]`)),
  };
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function mapped<T>(
  object: JsonObject | undefined,
  item: (value: JsonValue | undefined, key: string) => T,
): Readonly<Record<string, T>> | undefined {
  return object === undefined
    ? undefined
    : Object.fromEntries(Object.entries(object).map(([key, value]) => [key, item(value, key)]));
}

function node(read: Readers): Reader<NodeFacts> {
  return (value, field) => {
    const entry = read.object(value, field) ?? {};
    const name = read.text(entry.name, `${field}.name`) ?? field;
    const roles = read.texts(entry.roles, `${field}.roles`) ?? [];
    const facts = nodeFacts(name, read.text(entry.arch, `${field}.arch`), roles);
    return { ...facts, labels: { ...facts.labels, ...read.textMap(entry.labels, `${field}.labels`) } };
  };
}

/** Environment of the operator's deployment; `null` unsets a parameter. */
function parameters(env: JsonObject, errors: FactsError[]): DeploymentParameters {
  const parameter = (name: string, standard: string | undefined): string | undefined => {
    const value = env[name];
    if (value === undefined) return standard;
    if (value === null) return undefined;
    if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
    errors.push({ field: `env.${name}`, value, message: 'must be text' });
    return undefined;
  };
  const { machineTypes, images, version, smbios } = standardDeployment;
  const standardMachineType = env.AMD64_MACHINETYPE === undefined ? machineTypes.amd64 : undefined;
  return {
    version: parameter('HCO_KV_IO_VERSION', version) ?? version,
    kvmEmulation: parameter('KVM_EMULATION', undefined) === 'true',
    smbios: env.SMBIOS === undefined ? smbios : readSmbios(parameter('SMBIOS', undefined), errors),
    machineTypes: {
      amd64: parameter('AMD64_MACHINETYPE', undefined) ?? parameter('MACHINETYPE', standardMachineType),
      arm64: parameter('ARM64_MACHINETYPE', machineTypes.arm64),
    },
    images: {
      passtCni: parameter('PASST_CNI_IMAGE', images.passtCni),
      passtSidecar: parameter('PASST_SIDECAR_IMAGE', images.passtSidecar),
      waspAgent: parameter('WASP_AGENT_IMAGE', images.waspAgent),
    },
  };
}

function readSmbios(text: string | undefined, errors: FactsError[]): DeploymentParameters['smbios'] {
  if (text === undefined) return undefined;
  const parsed = parseSmbios(text);
  if (parsed.ok) return parsed.smbios;
  errors.push({ field: 'env.SMBIOS', value: text, message: parsed.message });
  return undefined;
}

import { type JsonObject, numberAt, objectAt, valueAt } from '@archipelago/apimachinery';
import { amount, type Demand } from '@archipelago/kube-sandbox';

const coresPerVirtual = 0.1;

/** Specs are read again and again. */
const known = new WeakMap<JsonObject, Demand>();

/**
 * What the launcher of a machine asks for, from the spec of a VirtualMachineInstance: a tenth of a core for each virtual one, as
 * KubeVirt allocates them by default, and the memory of the guest. What KubeVirt adds for itself is left out.
 */
export function machineDemand(spec: JsonObject): Demand {
  const demand = known.get(spec) ?? readDemand(spec);
  known.set(spec, demand);
  return demand;
}

function readDemand(spec: JsonObject): Demand {
  const domain = objectAt(spec, 'domain');
  const requests = objectAt(domain, 'resources', 'requests');
  const limits = objectAt(domain, 'resources', 'limits');
  const cpu = requests.cpu ?? limits.cpu;
  const memory = requests.memory ?? limits.memory ?? valueAt(domain, 'memory', 'guest');
  return {
    cpu: cpu === undefined ? virtualCores(domain) : amount(cpu),
    memory: amount(memory),
    'devices.kubevirt.io/kvm': 1,
  };
}

function virtualCores(domain: JsonObject): number {
  const [cores = 1, sockets = 1, threads = 1] = ['cores', 'sockets', 'threads'].map((each) =>
    numberAt(domain, 'cpu', each),
  );
  const count = cores * sockets * threads;
  return valueAt(domain, 'cpu', 'dedicatedCpuPlacement') === true ? count : count * coresPerVirtual;
}

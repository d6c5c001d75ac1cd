import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Ran, run } from '../../../../test/unit/run-command.test-support.ts';

interface Given {
  readonly spec?: JsonObject;
  readonly annotations?: JsonObject;
  readonly cluster?: JsonObject;
  readonly old?: JsonObject;
}

const hyperConverged = ({ spec, annotations }: Pick<Given, 'spec' | 'annotations'>): JsonObject => ({
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: { name: 'kubevirt-hyperconverged', ...(annotations === undefined ? {} : { annotations }) },
  ...(spec === undefined ? {} : { spec }),
});

function ran(argv: readonly string[], { cluster = {}, old = {}, ...given }: Given = {}): Promise<Ran> {
  return run(argv, { hc: hyperConverged(given), cluster, old: hyperConverged({ spec: old }) });
}

const render = (given: Given, ...more: string[]) =>
  ran(['render', '-f', 'hc', '--cluster', 'cluster', ...more], given);
const validate = (given: Given, ...more: string[]) =>
  ran(['validate', '-f', 'hc', '--cluster', 'cluster', ...more], given);
const explain = (path: string, given: Given = {}, ...more: string[]) =>
  ran(['explain', path, '-f', 'hc', '--cluster', 'cluster', ...more], given);
/** Without golden images, so that no registry is asked. */
const plan = (given: Given, ...more: string[]) =>
  ran(['plan', '-f', 'hc', '--cluster', 'cluster', ...more], {
    ...given,
    spec: { ...given.spec, enableCommonBootImageImport: false },
  });

const warned: Given = { spec: { featureGates: { nonRoot: true } } };
const unknown: Given = { spec: { nope: 1 } };
const refused: Given = { spec: { kubeSecondaryDNSNameServerIP: 'a' } };
const broken: Given = { spec: { evictionStrategy: 'Never' } };
const big = 9_007_199_254_740_993n;
const head =
  'apiVersion: hco.kubevirt.io/v1beta1\nkind: HyperConverged\nmetadata:\n  name: kubevirt-hyperconverged\n';

describe('exit codes', () => {
  it.each<
    [
      string,
      Given,
      readonly [render: number, strict: number, validate: number, plan: number, explain: number],
    ]
  >([
    ['what is right', {}, [0, 0, 0, 1, 0]],
    ['a warning', warned, [0, 0, 0, 1, 0]],
    ['an unknown field', unknown, [0, 2, 1, 1, 0]],
    ['a refusal', refused, [2, 2, 1, 2, 2]],
    ['a refusal of the schema', broken, [2, 2, 1, 2, 2]],
  ])('of %s', async (_, given, codes) => {
    const runs = [
      await render(given),
      await render(given, '--strict'),
      await validate(given),
      await plan(given),
      await explain('KubeVirt.spec.productName', given),
    ].map(({ code }) => code);
    expect(runs).toEqual(codes);
  });

  it.each<[string, readonly string[], RegExp]>([
    ['a command that does not exist', ['rendr'], /unknown command 'rendr'/],
    ['no file', ['render'], /required option '-f, --filename/],
    [
      'an output that does not exist',
      ['render', '-f', 'hc', '-o', 'xml'],
      /Allowed choices are name, yaml, json/,
    ],
    [
      'an operation that does not exist',
      ['validate', '-f', 'hc', '--operation', 'patch'],
      /Allowed choices are create, update, delete/,
    ],
    [
      'an update without the old object',
      ['validate', '-f', 'hc', '--operation', 'update'],
      /--operation update needs --old/,
    ],
    [
      'a creation with an old object',
      ['validate', '-f', 'hc', '--operation', 'create', '--old', 'old'],
      /--operation create does not go with --old/,
    ],
    [
      'a deletion with an old object',
      ['validate', '-f', 'hc', '--operation', 'delete', '--old', 'old'],
      /--operation delete does not go with --old/,
    ],
    [
      'a plan of facts alone',
      ['plan', '--cluster', 'cluster'],
      /facts alone are no plan; name a HyperConverged with -f/,
    ],
    [
      'two clusters',
      ['plan', '-f', 'hc', '--cluster', 'cluster', '--kubeconfig', 'k'],
      /--kubeconfig k: --cluster cluster stands for the cluster/,
    ],
    [
      'a context for a file',
      ['plan', '-f', 'hc', '--cluster', 'cluster', '--context', 'k'],
      /--context k: --cluster cluster stands for the cluster/,
    ],
    [
      'a namespace for a file',
      ['plan', '-f', 'hc', '--cluster', 'cluster', '-n', 'k'],
      /--namespace k: --cluster cluster stands for the cluster/,
    ],
    [
      'a plan with a field that does not exist',
      ['plan', '-f', 'hc', '--cluster', 'cluster', '--set', 'spec.nope=1'],
      /is no field of spec/,
    ],
    [
      'a field that does not exist',
      ['explain', 'spec.evictonStrategy'],
      /nothing is called spec\.evictonStrategy; did you mean spec\.evictionStrategy\?/,
    ],
    [
      'two files where one is read',
      ['validate', '-f', 'hc', '-f', 'other'],
      /'other' is invalid\. There is hc already; one is read at a time\./,
    ],
    [
      'a fix for programs',
      ['doctor', 'fix', 'VD012', '-o', 'json'],
      /--output json: does not go with fix.*--emit/,
    ],
    [
      'a push without a tag',
      ['layering', 'push', '--from', 'folder', '--target', 'h.example:5000/os'],
      /--target h\.example:5000\/os: must have a tag/,
    ],
    [
      'an operand that is misspelt',
      ['explain', 'KubVirt.spec', '--cluster', 'cluster'],
      /nothing is called KubVirt\.spec; did you mean KubeVirt\.spec\?/,
    ],
    [
      'a member that is misspelt',
      ['explain', 'KubeVirt.spec.configuration.migration.x', '--cluster', 'cluster'],
      /is not set: .*; did you mean KubeVirt\.spec\.configuration\.migrations\?/,
    ],
    [
      'a leaf that is not there',
      ['explain', 'KubeVirt.spec.nope', '--cluster', 'cluster'],
      /KubeVirt\.spec\.nope is not set/,
    ],
    [
      'an operand that is not there',
      ['explain', 'AAQ', '--cluster', 'cluster'],
      /it depends on spec\.enableApplicationAwareQuota, and on the platform/,
    ],
    [
      'an operand of another platform',
      ['explain', 'SSP', '--cluster', 'cluster'],
      /the cluster has no place for it; name one with --cluster/,
    ],
  ])('of wrong use: %s', async (_, argv, says) => {
    const { code, out, err } = await ran(argv);
    expect(err).toMatch(says);
    expect([code, out]).toEqual([2, '']);
  });

  it('of help and of the version', async () => {
    for (const argv of [['--help'], ['render', '--help'], ['--version']]) {
      const { code, out } = await ran(argv);
      expect(code).toBe(0);
      expect(out).not.toBe('');
    }
  });
});

describe('render', () => {
  it('prints nothing of what is refused, and says why and where', async () => {
    const text = `${head}spec:\n  kubeSecondaryDNSNameServerIP: a\n`;
    const { code, out, err } = await run(['render', '-f', 'hc.yaml', '--cluster', 'c'], {
      'hc.yaml': text,
      c: {},
    });
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe(
      'hc.yaml:6:3: spec.kubeSecondaryDNSNameServerIP: "a": is not an IPv4 address\n  fix: write an address such as 127.0.0.1\n',
    );
  });

  it('prints the operands in YAML and in JSON, with warnings elsewhere', async () => {
    const yaml = await render(warned);
    const json = await render(warned, '-o', 'json');
    expect(parse(yaml.out)).toEqual(JSON.parse(json.out));
    expect(JSON.parse(json.out).items.map(({ kind }: JsonObject) => kind)).toEqual([
      'PriorityClass',
      'KubeVirt',
      'CDI',
      'NetworkAddonsConfig',
    ]);
    for (const { err } of [yaml, json])
      expect(err).toContain('warning: spec.featureGates.nonRoot: true: is deprecated and ignored');
  });

  it('comments what is no opinion, with --why', async () => {
    const { out } = await render({ spec: { evictionStrategy: 'External' } }, '--why');
    expect(out).toContain('evictionStrategy: External  # spec.evictionStrategy\n');
    expect(out).toContain(
      'cpuAllocationRatio: 10  # default of spec.resourceRequirements.vmiCPUAllocationRatio\n',
    );
    expect(out).toContain(
      'serviceMonitorNamespace: kubevirt-hyperconverged  # cluster: namespace of the operator\n',
    );
    expect(out).toContain('vmRolloutStrategy: LiveUpdate\n');
    const patched = {
      annotations: {
        'kubevirt.kubevirt.io/jsonpatch': '[{"op":"add","path":"/spec/imagePullPolicy","value":"Always"}]',
      },
    };
    expect((await render(patched, '--why')).out).toContain(
      'imagePullPolicy: Always  # patched by metadata.annotations["kubevirt.kubevirt.io/jsonpatch"]\n',
    );
    expect((await render({})).out).not.toContain('#');
  });

  it('tells the cause of each leaf to programs, with --why', async () => {
    const answer = JSON.parse((await render({}, '-o', 'json', '--why')).out);
    expect(Object.keys(answer.why)).toEqual([
      'PriorityClass/kubevirt-cluster-critical',
      'KubeVirt/kubevirt-hyperconverged/kubevirt-kubevirt-hyperconverged',
      'CDI/cdi-kubevirt-hyperconverged',
      'NetworkAddonsConfig/cluster',
    ]);
    expect(answer.why['NetworkAddonsConfig/cluster']['spec.multus']).toEqual({
      kind: 'opinion',
      because: 'secondary networks need it',
    });
    expect(JSON.parse((await render({}, '-o', 'json')).out).why).toBeUndefined();
  });

  it('says which cluster it assumes, where none is named', async () => {
    const { err } = await ran(['render', '-f', 'hc']);
    expect(err).toBe(
      'no --cluster given: assuming three amd64 control planes and three amd64 workers on plain Kubernetes\n',
    );
    expect((await render({})).err).toBe('');
  });

  it('counts unknown fields as refusals with --strict, and only then', async () => {
    expect((await render(unknown)).err).toContain('warning: spec.nope');
    const strict = await render(unknown, '--strict');
    expect(strict.err).not.toContain('warning');
    expect(strict.out).toBe('');
  });
});

describe('validate', () => {
  it.each<[string, Given, readonly string[], number, string]>([
    ['nothing to say', {}, [], 0, 'accepted\n'],
    ['a warning', warned, [], 0, 'accepted, with 1 warning\n'],
    [
      'warnings',
      { spec: { featureGates: { nonRoot: true, withHostPassthroughCPU: true } } },
      [],
      0,
      'accepted, with 2 warnings\n',
    ],
    ['an unknown field', unknown, [], 1, 'accepted, with 1 unknown field\n'],
    [
      'both',
      { spec: { a: 1, b: 2, featureGates: { nonRoot: true } } },
      [],
      1,
      'accepted, with 2 unknown fields and 1 warning\n',
    ],
    ['unknown fields that are refused', { spec: { a: 1, b: 2 } }, ['--strict'], 1, 'refused: 2 reasons\n'],
    ['a refusal', refused, [], 1, 'refused: 1 reason\n'],
    ['a refusal and a warning', { spec: { ...refused.spec, ...warned.spec } }, [], 1, 'refused: 1 reason\n'],
  ])('%s', async (...[, given, more, code, says]) => {
    const found = await validate(given, ...more);
    expect([found.code, found.out]).toEqual([code, says]);
  });

  it('tells programs the first refusal, the warnings, and who decided', async () => {
    const answer = async (given: Given, ...more: string[]) =>
      JSON.parse((await validate(given, '-o', 'json', ...more)).out);
    expect(await answer({})).toEqual({
      allowed: true,
      decidedBy: null,
      field: null,
      message: '',
      warnings: [],
      findings: [],
    });
    expect(await answer(refused)).toMatchObject({
      allowed: false,
      decidedBy: 'schema',
      field: 'spec.kubeSecondaryDNSNameServerIP',
      message: 'spec.kubeSecondaryDNSNameServerIP: "a" is not an IPv4 address',
    });
    expect(await answer(broken)).toMatchObject({
      allowed: false,
      decidedBy: 'schema',
      field: 'spec.evictionStrategy',
    });
    expect(await answer(warned)).toMatchObject({
      allowed: true,
      decidedBy: null,
      warnings: ['spec.featureGates.nonRoot: true is deprecated and ignored'],
    });
    expect(await answer(unknown)).toMatchObject({ allowed: true, decidedBy: null, field: null });
    expect(await answer(unknown, '--strict')).toMatchObject({
      allowed: false,
      decidedBy: 'schema',
      field: 'spec.nope',
    });
  });

  it('an update, a deletion and a creation as the webhook would', async () => {
    const old = ['--old', 'old'];
    expect((await validate({ ...refused, old: refused.spec ?? {} }, ...old)).code).toBe(0);
    expect((await validate(refused, ...old)).code).toBe(1);
    expect((await validate({ ...refused, old: refused.spec ?? {} })).code).toBe(1);
    expect((await validate(refused, '--operation', 'delete')).code).toBe(0);
    const cluster = { updateErrors: { CDI: 'no update' }, deleteErrors: { CDI: 'no deletion' } };
    const changed = { spec: { defaultCPUModel: 'x' }, cluster };
    expect((await validate(changed)).code).toBe(0);
    const update = await validate(changed, ...old);
    expect([update.code, update.err]).toEqual([
      1,
      expect.stringContaining('its API refuses the update: no update'),
    ]);
    const deletion = await validate(changed, '--operation', 'delete');
    expect([deletion.code, deletion.err]).toEqual([
      1,
      expect.stringContaining('its API refuses the delete: no deletion'),
    ]);
  });
});

describe('explain', () => {
  it('says of a leaf its value, its cause, and the setting behind it', async () => {
    const { out } = await explain('KubeVirt.spec.configuration.evictionStrategy', {
      spec: { evictionStrategy: 'External' },
    });
    expect(out).toContain(
      'KubeVirt kubevirt-kubevirt-hyperconverged  spec.configuration.evictionStrategy: "External"\n    spec.evictionStrategy\n',
    );
    expect(out).toContain('\nspec.evictionStrategy <string>\n');
    const answer = JSON.parse((await explain('KubeVirt.spec.productName', {}, '-o', 'json')).out);
    expect(answer).toEqual([
      {
        object: 'KubeVirt kubevirt-kubevirt-hyperconverged',
        field: 'spec.productName',
        value: 'hyperconverged-cluster',
        cause: { kind: 'opinion', because: 'names the product that deploys KubeVirt' },
        setting: null,
      },
    ]);
  });

  it.each([
    ['spec.evictionStrategy', 'KubeVirt.spec.configuration.evictionStrategy', {}],
    [
      'spec.permittedHostDevices',
      'KubeVirt.spec.configuration.permittedHostDevices',
      { permittedHostDevices: { pciHostDevices: [{ pciDeviceSelector: 'a', resourceName: 'r' }] } },
    ],
    [
      'spec.deployVmConsoleProxy',
      'SSP.spec.tokenGenerationService.enabled',
      { featureGates: { deployVmConsoleProxy: true } },
    ],
  ])('finds the setting %s behind %s', async (name, path, spec) => {
    const found = await explain(path, { spec, cluster: { openshift: true } }, '-o', 'json');
    const answers: readonly { readonly setting: { readonly path: string } | null }[] = JSON.parse(found.out);
    expect(new Set(answers.map(({ setting }) => setting?.path))).toEqual(new Set([name]));
  });

  it('finds the annotation behind a leaf', async () => {
    const found = await explain('NetworkAddonsConfig.spec.ovs', { annotations: { deployOVS: 'true' } });
    expect(found.out).toContain('metadata.annotations["deployOVS"]');
    expect(found.out).toContain('\ndeployOVS <string>\n');
  });

  it('says nothing of what is refused', async () => {
    const { code, out, err } = await explain('KubeVirt.spec', refused);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('hc: refused, so there is nothing to explain');
  });
});

describe('-o name', () => {
  it.each([
    [['render', '-f', 'hc'], 'kubevirt.kubevirt.io/kubevirt-kubevirt-hyperconverged'],
    [['plan', '-f', 'hc', '--cluster', 'c'], 'kubevirt.kubevirt.io/kubevirt-kubevirt-hyperconverged'],
    [['plan', '-f', 'hc', '--cluster', 'c'], 'priorityclass.scheduling.k8s.io/kubevirt-cluster-critical'],
    [['manifests'], 'namespace/kubevirt-hyperconverged'],
    [['manifests', '--image', 'a'], 'deployment.apps/archipelago-operator'],
  ])('%s prints names, a line each, among them %s', async (argv, name) => {
    const { out } = await run([...argv, '-o', 'name'], { hc: `${head}`, c: '{}' });
    const names = out.trimEnd().split('\n');
    expect(names).toContain(name);
    expect(names.filter((each) => !/^[a-z0-9.]+\/[a-z0-9.:-]+$/.test(each))).toEqual([]);
  });
});

describe('plan without a cluster', () => {
  it('creates everything that is missing, and exits 1', async () => {
    const { code, out } = await plan({});
    expect(code).toBe(1);
    for (const object of ['KubeVirt', 'CDI', 'NetworkAddonsConfig', 'PriorityClass'])
      expect(out).toContain(`create ${object}/`);
  });

  it('looks at --set before anything else', async () => {
    const { out } = await plan({}, '--set', 'spec.enableApplicationAwareQuota=true', '-o', 'json');
    const { operands, fields } = JSON.parse(out);
    expect(operands.map(({ object }: JsonObject) => object)).toContain('AAQ/aaq-kubevirt-hyperconverged');
    expect(fields.map(({ field }: JsonObject) => field)).toContain('spec.enableApplicationAwareQuota');
    const wrong = await plan({}, '--set', 'spec.kubeSecondaryDNSNameServerIP=a');
    expect([wrong.code, wrong.out]).toEqual([2, '']);
    expect(wrong.err).toContain('spec.kubeSecondaryDNSNameServerIP: "a": is not an IPv4 address');
    expect(wrong.err).toContain('the HyperConverged would be refused, so nothing would be done');
  });
});

describe('integers beyond 2^53', () => {
  const text = (spec: string) =>
    `${head}  annotations: {kubevirt.kubevirt.io/jsonpatch: "[]"}\nspec:\n  ${spec}\n`;

  it('that fit are printed in full, by every command', async () => {
    const files = {
      hc: text(`liveMigrationConfig: {progressTimeout: ${big}}\n  enableCommonBootImageImport: false`),
      c: '{}',
    };
    for (const argv of [
      ['render', '-f', 'hc', '--cluster', 'c'],
      ['render', '-f', 'hc', '--cluster', 'c', '-o', 'json'],
      ['render', '-f', 'hc', '--cluster', 'c', '-o', 'json', '--why'],
      ['explain', 'KubeVirt.spec', '-f', 'hc', '--cluster', 'c'],
      ['explain', 'KubeVirt.spec', '-f', 'hc', '--cluster', 'c', '-o', 'json'],
      ['plan', '-f', 'hc', '--cluster', 'c'],
      ['plan', '-f', 'hc', '--cluster', 'c', '-o', 'yaml'],
    ])
      expect((await run(argv, files)).out, argv.join(' ')).toContain(String(big));
    expect((await run(['validate', '-f', 'hc', '--cluster', 'c'], files)).out).toBe('accepted\n');
  });

  it('that do not fit are refused by name', async () => {
    const files = { hc: text(`logVerbosityConfig: {cdi: ${big}}\n  evictionStrategy: ${big}`), c: '{}' };
    for (const command of ['render', 'validate', 'plan']) {
      const { code, err } = await run([command, '-f', 'hc', '--cluster', 'c'], files);
      expect(code).toBe(command === 'validate' ? 1 : 2);
      expect(err).toContain(`spec.logVerbosityConfig.cdi: ${big}: must be of type integer with format int32`);
      expect(err).toContain(`spec.evictionStrategy: ${big}: is a number, not text`);
    }
    const json = await run(['validate', '-f', 'hc', '--cluster', 'c', '-o', 'json'], files);
    expect(json.out).toContain(`"value": ${big}`);
  });
});

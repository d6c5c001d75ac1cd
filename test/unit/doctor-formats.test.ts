import { stripVTControlCharacters } from 'node:util';
import {
  isJsonObject,
  type JsonObject,
  listAt,
  objectAt,
  objectsAt,
  parseJson,
  textAt,
} from '@archipelago/apimachinery';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { main } from '../../packages/archipelago/src/cli/main.ts';
import { columnsOf } from '../../packages/archipelago/src/cli/text/columns-of.ts';
import { topics } from '../../packages/archipelago/src/doctor/checks.ts';
import { vectorsOf } from '../support/vectors.ts';
import { run } from './run-command.test-support.ts';

const cases = new Map(vectorsOf('doctor'));
const listOf = (items: unknown) => ({ 'objects.yaml': { kind: 'List', items } });
const doctor = (name: string, ...flags: string[]) =>
  run(['doctor', '-f', 'objects.yaml', ...flags], listOf(cases.get(name)?.given ?? {}));
const codes = topics.flatMap(({ checks }) => checks.map(({ code }) => code));
const formats = ['text', 'wide', 'short', 'json', 'yaml', 'junit', 'sarif', 'markdown'];

/** What steers terminals, ends elements and lines, mentions people. */
const evil =
  '\u001b[2Jx\u202e]]></failure>&"\'\n0 critical, 0 warnings, 0 info; 1 ok `@all` **b** <img src=x> | \u0007\u2028';
const evilCluster = listOf([
  { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } },
  {
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: { name: 'kubevirt-hyperconverged', namespace: evil },
    status: { conditions: [{ type: 'Degraded', status: 'True', reason: 'R', message: evil }] },
  },
  { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: evil }, provisioner: 'p' },
]);

describe('whatever a cluster holds steers nothing', () => {
  it.each(formats)('-o %s', async (format) => {
    const { out, code } = await run(['doctor', '-f', 'objects.yaml', '-o', format], evilCluster);
    expect(code).toBe(1);
    expect(out).not.toMatch(/[\p{Cf}\u2028]|(?!\n)\p{Cc}/u);
    expect(out).toContain('VD002');
    expect(out.match(/^\W*0 critical/gm)).toBeNull();
    if (format === 'junit') checkXml(out);
    if (format === 'markdown')
      expect(out.replaceAll(/^( +`{3,})sh\n[\s\S]*?^\1$/gm, '')).not.toMatch(/<img|@all|[^\\]\*\*b/);
  });
});

test('short is one line for each finding, and a last one', async () => {
  const { out } = await doctor('A14', '-o', 'short');
  expect(out).toMatch(
    /^VD302 warning: StorageClass\/new: 2 classes are the default: new is taken, for it is the newest\.\n0 critical, 1 warning, .*\n$/,
  );
});

test('markdown has headings, findings and commands as code', async () => {
  const { out } = await doctor('A14', '-o', 'markdown');
  expect(out.split('\n### could not look')[0]).toBe(`## archipelago doctor

**${/\*\*(.+)\*\*/.exec(out)?.[1]}**

### storage

- **VD302** warning: 2 classes are the default: new is taken, for it is the newest.
  - impact: Who makes another class changes where new volumes go.
  - fix: take the annotation from old

  \`\`\`sh
  kubectl annotate storageclass old storageclass.kubernetes.io/is-default-class-
  \`\`\`

`);
});

describe('junit', () => {
  it('has a case for each check, and counts that are right', async () => {
    const { out } = await doctor('A40', '-o', 'junit');
    checkXml(out);
    const names = [...out.matchAll(/<testcase classname="doctor\.[^"]+" name="(VD\d+) [^"]+" time="0"/g)];
    expect(names.map(([, code]) => code)).toEqual(codes);
    const of = (name: string) => Number(new RegExp(`<testsuites [^>]*${name}="(\\d+)"`).exec(out)?.[1]);
    expect([of('tests'), of('failures')]).toEqual([codes.length, out.split('<failure ').length - 1]);
    const suites = [
      ...out.matchAll(/<testsuite name="[^"]+" tests="(\d+)" failures="(\d+)" skipped="(\d+)"/g),
    ];
    const sum = (index: number) => suites.reduce((total, suite) => total + Number(suite[index]), 0);
    expect([sum(1), sum(2), sum(3)]).toEqual([
      codes.length,
      out.split('<failure ').length - 1,
      out.split('<skipped ').length - 1,
    ]);
    expect(out).toContain('<skipped message="unknown: may not list nodes (grant get and list of it)"/>');
  });

  it('has a finding as a failure with what to do', async () => {
    const { out } = await doctor('A14', '-o', 'junit');
    expect(out).toContain(
      '<failure message="2 classes are the default: new is taken, for it is the newest." type="warning">',
    );
    expect(out).toContain('    kubectl annotate storageclass old');
  });
});

/** Elements that are closed in order, attributes in quotes, no character that XML lacks. */
function checkXml(text: string): void {
  expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/);
  const open: string[] = [];
  const element = /<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g;
  for (const [, closes, name = '', , isEmpty] of text.matchAll(element)) {
    if (closes !== '') expect(open.pop()).toBe(name);
    else if (isEmpty === '') open.push(name);
  }
  const rest = text.slice(text.indexOf('\n')).replaceAll(element, '');
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<]|&(?!(?:amp|lt|gt|quot|apos);)/);
}

describe('sarif', () => {
  const runOf = async (name: string, ...flags: string[]): Promise<JsonObject> => {
    const { out } = await doctor(name, '-o', 'sarif', ...flags);
    const log = parseJson(out);
    expect([textAt(log, 'version'), listAt(log, 'runs').length]).toEqual(['2.1.0', 1]);
    return objectsAt(log, 'runs')[0] ?? {};
  };

  it('has a rule with help for each check', async () => {
    const rules = objectsAt(objectAt(await runOf('A14'), 'tool', 'driver'), 'rules');
    expect(rules.map(({ id }) => id)).toEqual(codes);
    for (const rule of rules) {
      for (const text of ['shortDescription', 'fullDescription', 'help'])
        expect(textAt(rule, text, 'text')).not.toBe('');
      expect(['error', 'warning', 'note']).toContain(textAt(rule, 'defaultConfiguration', 'level'));
    }
  });

  it('has a result for each finding, with the object as a logical location', async () => {
    const run = await runOf('A14');
    const [result] = objectsAt(run, 'results');
    expect(result).toMatchObject({
      ruleId: 'VD302',
      ruleIndex: codes.indexOf('VD302'),
      level: 'warning',
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: 'objects.yaml' } },
          logicalLocations: [{ name: 'new', fullyQualifiedName: 'StorageClass/new', kind: 'resource' }],
        },
      ],
    });
  });

  it('tells what could not be looked at', async () => {
    const [invocation] = objectsAt(await runOf('A40'), 'invocations');
    expect(invocation?.executionSuccessful).toBe(false);
    expect(objectsAt(invocation, 'toolExecutionNotifications')).toContainEqual({
      level: 'warning',
      message: { text: 'may not list nodes (grant get and list of it)' },
      associatedRule: { id: 'VD801' },
    });
  });

  it('has what is ignored as suppressed, where it is asked for', async () => {
    const of = async (...flags: string[]) =>
      objectsAt(await runOf('A14', '--skip', 'VD302', ...flags), 'results');
    expect(await of()).toEqual([]);
    const [result] = await of('--show-ignored');
    expect(result?.suppressions).toEqual([
      { kind: 'external', justification: 'left out of this run (--skip)' },
    ]);
  });
});

describe('every format tells the same findings, and ends alike', () => {
  const flagSets: readonly (readonly string[])[] = [
    [],
    ['--skip', 'VD301'],
    ['--topic', 'network'],
    ['--only', 'VD301', '--topic', 'network'],
    ['--severity', 'critical', '--fail-on', 'info'],
    ['--namespace', 'app'],
    ['--arch', 'arm64'],
    ['--node', 'w1'],
  ];
  it.each(['A13', 'A14', 'A25', 'A40', 'A01'])('%s', async (name) => {
    for (const flags of flagSets) {
      const told = await Promise.all(formats.map((format) => doctor(name, '-o', format, ...flags)));
      const found = told.map(({ out }, index) => foundIn(out, formats[index] ?? ''));
      for (const each of found) expect(each, flags.join(' ')).toEqual(found[0]);
      expect(new Set(told.map(({ code }) => code)).size).toBe(1);
    }
  });
});

/** The codes that a report in a format tells as found. */
function foundIn(out: string, format: string): readonly string[] {
  const all = () => {
    if (format === 'json' || format === 'yaml')
      return objectsAt(parse(out), 'findings').map((one) => textAt(one, 'code'));
    if (format === 'sarif')
      return objectsAt(objectsAt(parse(out), 'runs')[0], 'results').map((one) => textAt(one, 'ruleId'));
    const found: Readonly<Record<string, RegExp>> = {
      text: /^ {2}[x!i] (VD\d+)/gm,
      wide: /^ {2}[x!i] (VD\d+)/gm,
      short: /^(VD\d+)/gm,
      markdown: /^- \*\*(VD\d+)/gm,
      junit: /name="(VD\d+)[^>]*>\s*<failure/g,
    };
    return [...out.matchAll(found[format] ?? /$^/g)].map(([, code = '']) => code);
  };
  return [...new Set(all())];
}

test('places: what a finding names, and nothing else', async () => {
  const found = async (...flags: string[]) => {
    const { out } = await doctor('A25', '-o', 'json', ...flags);
    return objectsAt(parseJson(out), 'findings');
  };
  const all = await found();
  expect(all.length).toBeGreaterThan(0);
  for (const one of all) {
    const { params } = one;
    const arch = isJsonObject(params) ? (params.arch ?? params.architecture) : undefined;
    if (typeof arch === 'string') expect(await found('--arch', arch)).toContainEqual(one);
    const namespace = textAt(one, 'object', 'namespace');
    if (namespace !== '') expect(await found('--namespace', namespace)).toContainEqual(one);
  }
  expect(await found('--node', 'no-such-node')).toEqual([]);
});

test('text has colours where standard output may have some, and fits 80 columns', async () => {
  let out = '';
  const io = {
    out: (text: string) => {
      out += text;
    },
    err: () => undefined,
    read: async () => JSON.stringify({ kind: 'List', items: cases.get('A14')?.given }),
    color: false,
    outColor: true,
  };
  await main(['doctor', '-f', 'x'], io);
  expect(out).toContain('\u001b[33m  ! VD302 \u001b[39m2 classes');
  for (const line of out.split('\n'))
    if (!line.startsWith('            '))
      expect(stripVTControlCharacters(line).length).toBeLessThanOrEqual(80);
});

describe('ignored findings', () => {
  const items = cases.get('A14')?.given ?? {};
  const file = (text: string) => ({ ...listOf(items), '.archipelago-doctor.yaml': text });
  const ignoring = '- {code: VD302, object: StorageClass/new, reason: we move}\n';

  it('are counted, and told where somebody asks', async () => {
    const quiet = await run(['doctor', '-f', 'objects.yaml'], file(ignoring));
    expect(quiet.out).toMatch(/\n0 critical, 0 warnings, 0 info; .* 1 ignored\n$/);
    expect(quiet.out).not.toContain('VD302');
    const told = await run(['doctor', '-f', 'objects.yaml', '--show-ignored'], file(ignoring));
    expect(told.out).toContain('ignored\n  - VD302 2 classes are the default');
    expect(told.out).toContain('we move (.archipelago-doctor.yaml)');
    const data = await run(['doctor', '-f', 'objects.yaml', '--show-ignored', '-o', 'json'], file(ignoring));
    expect(JSON.parse(data.out)).toMatchObject({
      summary: { ignored: 1 },
      ignored: [{ code: 'VD302', ignored: { reason: 'we move', by: '.archipelago-doctor.yaml' } }],
    });
  });

  it('are told to auditors, and after their time, and in another file', async () => {
    const audited = await run(['doctor', '-f', 'objects.yaml', '--no-ignore'], file(ignoring));
    expect(audited.out).toContain('  ! VD302');
    const late = file('- {code: VD302, reason: we move, until: 2020-01-31}');
    const expired = await run(['doctor', '-f', 'objects.yaml'], late);
    expect(expired.out).toContain('          was ignored until 2020-01-31 (.archipelago-doctor.yaml)\n');
    expect(expired.err).toBe(
      'note: .archipelago-doctor.yaml: VD302 was ignored until 2020-01-31, and is told again\n',
    );
    const other = await run(['doctor', '-f', 'objects.yaml', '--ignore-file', 'i.yaml'], {
      ...file(''),
      'i.yaml': ignoring,
    });
    expect(other.out).toContain('1 ignored');
  });

  it('a file that is wrong ends with 2', async () => {
    const { code, err } = await run(['doctor', '-f', 'objects.yaml'], file('- {code: VD302}'));
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('.archipelago-doctor.yaml: entry 1 lacks its reason'),
    ]);
  });
});

describe('in Japanese', () => {
  it('for people where the environment asks for it, and for programs where somebody says so', async () => {
    const inEnvironment = async (...flags: string[]) => {
      let out = '';
      const io = {
        out: (text: string) => {
          out += text;
        },
        err: () => undefined,
        read: async () => JSON.stringify({ kind: 'List', items: cases.get('A14')?.given }),
        color: false,
        environment: { LANG: 'ja_JP.UTF-8' },
      };
      await main(['doctor', '-f', 'x', ...flags], io);
      return out;
    };
    const japanese = /最も新しい new が使われます/;
    expect(await inEnvironment()).toMatch(japanese);
    expect(await inEnvironment('-o', 'short')).toMatch(/VD302 警告: StorageClass\/new: .*\n重大 0、警告 1/);
    expect(await inEnvironment('--language', 'en')).not.toMatch(japanese);
    for (const format of ['json', 'yaml', 'junit', 'sarif']) {
      expect(await inEnvironment('-o', format), format).not.toMatch(japanese);
      expect(await inEnvironment('-o', format, '--language', 'ja'), format).toMatch(japanese);
    }
  });

  it('fits 80 columns, and tells what a check asks', async () => {
    for (const name of ['A01', 'A13', 'A25', 'A40']) {
      const { out } = await doctor(name, '--language', 'ja', '-o', 'wide');
      for (const line of out.split('\n'))
        if (!line.startsWith('            ')) expect(columnsOf(line), line).toBeLessThanOrEqual(80);
    }
    const { out } = await run(['doctor', 'explain', 'VD301', '--language', 'ja'], {});
    expect(out).toMatch(/^VD301 デフォルトの StorageClass がある \(重大, 確実\)\n検出内容: /);
    expect((await run(['doctor', 'list', '--language', 'ja'], {})).out).toContain(
      'デフォルトの StorageClass がある',
    );
  });
});

describe('explain', () => {
  it('tells what to do, how to ignore it, and what it finds where somewhere to look is named', async () => {
    const { out } = await run(['doctor', 'explain', 'VD302'], {});
    expect(out).toContain(
      '  kubectl annotate storageclass <others> storageclass.kubernetes.io/is-default-class-\n',
    );
    expect(out).toMatch(/ignore: annotate the object [\s\S]*--skip VD302\n$/);
    const looked = await run(
      ['doctor', 'explain', 'VD302', '-f', 'objects.yaml'],
      listOf(cases.get('A14')?.given),
    );
    expect(looked.out).toContain('now: 2 classes are the default');
    const other = await run(
      ['doctor', 'explain', 'VD304', '-f', 'objects.yaml'],
      listOf(cases.get('A13')?.given),
    );
    expect(other.out).toContain('now: skipped: follows from VD301\n');
  });

  it('gives data, and no format of reports', async () => {
    const { out } = await run(['doctor', 'explain', 'VD302', '-o', 'json'], {});
    expect(JSON.parse(out)).toMatchObject({
      code: 'VD302',
      reads: [{ resource: 'storageclasses.storage.k8s.io', verbs: ['get', 'list'] }],
    });
    const refused = await run(['doctor', 'explain', 'VD302', '-o', 'junit'], {});
    expect([refused.code, refused.err]).toEqual([
      2,
      'archipelago: -o junit is for reports: give text, json or yaml\n',
    ]);
    expect((await run(['doctor', 'explain', 'VD3O2'], {})).err).toMatch(/did you mean VD302/);
  });
});

test('list narrows to topics, and tells of rights where it is wide', async () => {
  const { out } = await run(['doctor', 'list', '--topic', 'network', '-o', 'wide'], {});
  expect(out).toMatch(/CODE +TOPIC +SEVERITY +CONFIDENCE +TITLE +AFTER +READS\n/);
  expect(out.match(/^ {2}VD\d+/gm)?.every((code) => code.startsWith('  VD6'))).toBe(true);
  expect((await run(['doctor', 'list', '--topic', 'networks'], {})).err).toMatch(/did you mean network\?/);
});

import { describe, expect, test } from 'vitest';
import { main } from './main.ts';

async function run(calledAs: string, argv: readonly string[]) {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const io = { out: write, err: write, read: async () => '', color: false, calledAs };
  return { code: await main(argv, io), text };
}

describe('the name it is called by', () => {
  test.each([
    ['archipelago', 'archipelago'],
    ['node', 'archipelago'],
    ['kubectl-archipelago', 'kubectl archipelago'],
    ['oc-archipelago', 'oc archipelago'],
  ])('%s: the help shows %s', async (calledAs, name) => {
    const { code, text } = await run(calledAs, ['runbook', '--help']);
    expect(code).toBe(0);
    expect(text).toContain(`Usage: ${name} runbook [options] [alert]\n`);
    expect(text).toContain(`\n  ${name} runbook HCOMultiArchGoldenImagesDisabled\n`);
  });

  test('a mistake names the help of that program', async () => {
    const { code, text } = await run('kubectl-archipelago', ['statsu']);
    expect(code).toBe(2);
    expect(text).toBe(
      "error: unknown command 'statsu'\n(Did you mean status?)\n(see kubectl archipelago --help)\n",
    );
  });
});

test.each([
  ['help layering status', 'Usage: archipelago layering status [options] [config...]\n'],
  ['help images fedora', 'Usage: archipelago images [options] [command] [images...]\n'],
  ['help', 'Usage: archipelago [options] [command]\n'],
])('%s', async (line, says) => {
  const { code, text } = await run('archipelago', line.split(' '));
  expect(code).toBe(0);
  expect(text).toContain(says);
});

test('help shows the commands by what they are for', async () => {
  const { text } = await run('archipelago', ['--help']);
  expect([...text.matchAll(/^(\S.*):$/gm)].map(([, group]) => group)).toEqual([
    ...[
      'Options',
      'Look at a cluster',
      'Install and change',
      'Without a cluster',
      'Show a cluster to others',
    ],
    ...['Try it out', 'Node images', 'This program'],
  ]);
});

describe('a mistake of use is told with what was meant, and the help that tells more', () => {
  const formats = 'wide, name, yaml, json';
  const choices = 'operator, hyperConverged, operands, images, builds, findings, alerts, certificates';
  test.each([
    ['help nonsense', "unknown command 'nonsense'", undefined, ''],
    ['help layering stat', "unknown command 'stat'", 'status', ' layering'],
    ['layering staus', "unknown command 'staus'", 'status', ' layering'],
    ['diff', "unknown command 'diff'", 'plan', ''],
    ['doctor lst', "'lst' is too much: archipelago doctor takes no argument", 'list', ' doctor'],
    ['plan hc.yaml', "'hc.yaml' is too much: archipelago plan takes no argument", '-f hc.yaml', ' plan'],
    ['explain a b', "'b' is too much: archipelago explain takes one argument", undefined, ' explain'],
    ['validate a/b', "required option '-f, --filename <file>' not specified", '-f a/b', ' validate'],
    ['validate', "required option '-f, --filename <file>' not specified", undefined, ' validate'],
    ['status imges', `'imges' is invalid. Allowed choices are ${choices}.`, 'images', ' status'],
    [
      'runbook -o jsn',
      `option '-o, --output <format>' argument 'jsn' is invalid. Allowed choices are ${formats}.`,
      'json',
      ' runbook',
    ],
    [
      'runbook -o xml',
      `option '-o, --output <format>' argument 'xml' is invalid. Allowed choices are ${formats}.`,
      undefined,
      ' runbook',
    ],
    ['plan --sett a=b', "unknown option '--sett'", '--set', ' plan'],
    ['up --data x', "unknown option '--data'", '--data-dir', ' up'],
    ['--context x images', "unknown option '--context'", 'archipelago images --context', ''],
    ['-n x layering', "unknown option '-n'", undefined, ''],
  ])('%s', async (line, says, meant, help) => {
    const { code, text } = await run('archipelago', line.split(' '));
    expect(code).toBe(2);
    const question = meant === undefined ? '' : `(Did you mean ${meant}?)\n`;
    expect(text).toBe(`error: ${says}\n${question}(see archipelago${help} --help)\n`);
  });
});

describe('completing', () => {
  test.each([
    ['archipelago', ['__complete', 'stat']],
    ['kubectl_complete-archipelago', ['stat']],
  ])('%s %s', async (calledAs, argv) => {
    const { code, text } = await run(calledAs, argv);
    expect(code).toBe(0);
    expect(text).toMatch(/^status\tPrint on one screen .+\n:4\n$/);
  });
});

import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { shellWords } from '../../../../test/walkthroughs/shell-words.ts';
import { anchorsOf } from '../../../../tools/stray-references.ts';
import { type Acts, commandLine } from './command-line.ts';
import { inheritedFlags } from './flags/inherited-flags.ts';
import { main } from './main.ts';
import { processIo } from './process/process-io.ts';
import { listOutputs } from './text/list-output.ts';

type AnyAct = () => Promise<void>;

/** Every act there is, made of the name of its command. */
function actsOf(act: (name: string) => AnyAct): Acts {
  return {
    render: act('render'),
    validate: act('validate'),
    explain: act('explain'),
    manifests: act('manifests'),
    plan: act('plan'),
    adopt: act('adopt'),
    status: act('status'),
    version: act('version'),
    completion: act('completion'),
    console: act('console'),
    alerts: act('alerts'),
    alertRules: act('alerts rules'),
    runbook: act('runbook'),
    dashboards: act('dashboards'),
    snapshot: act('snapshot'),
    gather: act('gather'),
    snapshotSchema: act('snapshot schema'),
    images: act('images'),
    inspect: act('images inspect'),
    machines: act('machines'),
    imagesDoctor: act('images doctor'),
    doctor: act('doctor'),
    doctorFix: act('doctor fix'),
    doctorUndo: act('doctor undo'),
    doctorList: act('doctor list'),
    doctorExplain: act('doctor explain'),
    doctorRbac: act('doctor rbac'),
    layeringStatus: act('layering status'),
    layeringPlan: act('layering plan'),
    layeringLogs: act('layering logs'),
    layeringRetry: act('layering retry'),
    layeringRebuild: act('layering rebuild'),
    assemble: act('layering assemble'),
    login: act('layering login'),
    push: act('layering push'),
    report: act('layering report'),
    nodeAgent: act('node-agent'),
    up: act('up'),
    operator: act('operator'),
    sandbox: act('sandbox'),
    sandboxSnapshot: act('sandbox snapshot'),
    sandboxRestore: act('sandbox restore'),
    sandboxClock: act('sandbox clock'),
  };
}

/** The command line whose commands only say that they were meant. */
function recorded() {
  const names: string[] = [];
  const meant: string[] = [];
  const printed: string[] = [];
  const acts = actsOf((name) => {
    names.push(name);
    return async () => {
      meant.push(name);
    };
  });
  const out = (text: string) => {
    printed.push(text);
  };
  return { program: commandLine('0.0.0', acts, { out, err: out }), names, meant, printed };
}

function commandsBelow(command: Command, path = ''): readonly (readonly [string, Command])[] {
  return command.commands.flatMap((each) => {
    const name = `${path}${each.name()}`;
    return [[name, each] as const, ...commandsBelow(each, `${name} `)];
  });
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}

/** What the help of a command shows below `Examples:`. */
function examplesOf(command: Command): readonly string[] {
  return [...helpOf(command).matchAll(/^ {2}archipelago (.+)$/gm)].map(([, line = '']) => line);
}

const runnable = commandsBelow(recorded().program).filter(([name]) => name !== 'layering');
const examples = runnable.flatMap(([name, command]) =>
  examplesOf(command).map((line) => [name, line] as const),
);

describe('the help of each command', () => {
  test('is about every command there is', () => {
    expect(runnable.map(([name]) => name).sort()).toEqual(recorded().names.sort());
  });

  test.each(runnable)('%s has examples', (_, command) => {
    expect(examplesOf(command)).not.toEqual([]);
  });

  test.each(examples)('%s: archipelago %s', async (name, line) => {
    const { program, meant, printed } = recorded();
    await program.parseAsync([...shellWords(line)], { from: 'user' });
    // `images` shows examples of its commands, too
    expect(meant.map((each) => each === name || each.startsWith(`${name} `))).toEqual([true]);
    expect(printed).toEqual([]);
  });

  // what writes a folder is run where it is judged: test/real/installation.test.ts
  const offline = examples.filter(
    ([name, line]) =>
      ['render', 'validate', 'explain', 'manifests', 'dashboards', 'completion'].includes(name) &&
      !line.includes('--output-dir'),
  );

  test.each(offline)('%s runs: archipelago %s', async (_, line) => {
    let out = '';
    const io = {
      ...processIo(),
      out: (text: string) => {
        out += text;
      },
      err: () => undefined,
    };
    expect(await main([...shellWords(line)], io)).toBe(0);
    expect(out).not.toBe('');
  });
});

test.each(runnable)('the help of %s names a page that there is', (_, command) => {
  const [, page = '', anchor] = /\nMore: ([^#\n]+)(?:#(.+))?\n$/.exec(helpOf(command)) ?? [];
  const text = readFileSync(page, 'utf8');
  if (anchor !== undefined) expect([...anchorsOf(text)]).toContain(anchor);
});

test.each([
  ...['status', 'images', 'images inspect', 'images doctor', 'alerts', 'doctor', 'doctor fix', 'doctor undo'],
  ...['plan', 'layering plan', 'layering status', 'adopt', 'version'],
])('the help of %s says how it ends', (name) => {
  const command = runnable.find(([each]) => each === name)?.[1];
  expect(command === undefined ? '' : helpOf(command)).toMatch(/\nExit codes:/);
});

/** Commands that list something. */
const lists = [
  ...['status', 'images', 'images inspect', 'images doctor', 'layering status', 'layering plan'],
  ...['machines', 'alerts', 'runbook', 'dashboards', 'doctor'],
];

test.each(lists)('%s prints what it lists in each format', (name) => {
  const command = runnable.find(([each]) => each === name)?.[1];
  const formats = command?.options.find(({ long }) => long === '--output')?.argChoices;
  expect(formats).toEqual(expect.arrayContaining([...listOutputs]));
});

test.each(['status', 'images', 'machines', 'layering status', 'alerts'])(
  '%s takes names, and watches',
  async (name) => {
    const { program, meant } = recorded();
    const names = name === 'status' ? ['images', 'builds'] : ['a', 'b'];
    await program.parseAsync([...name.split(' '), ...names, '-w', '-o', 'name'], { from: 'user' });
    expect(meant).toEqual([name]);
  },
);

test('flags behind a sub-command are its own', async () => {
  const { program, printed } = recorded();
  const ended = program.parseAsync(['images', 'doctor', '-w'], { from: 'user' });
  await expect(ended).rejects.toMatchObject({ code: 'commander.unknownOption' });
  expect(printed.join('')).toContain("unknown option '-w'");
});

test.each([
  ['images', 'Allowed choices are wide, name, yaml, json.'],
  ['plan', 'Allowed choices are name, yaml, json.'],
  ['explain', 'Allowed choices are yaml, json.'],
])('%s refuses a format that it does not have, and names those that it has', async (name, says) => {
  const { program, printed } = recorded();
  const ended = program.parseAsync([name, '-o', 'xml'], { from: 'user' });
  await expect(ended).rejects.toMatchObject({ exitCode: 1 });
  expect(printed.join('')).toContain(says);
});

test('flags that a sub-command reads of the commands above are flags of those', () => {
  const unknown = runnable.flatMap(([name, command]) => {
    const above = command.parent?.options.map((option) => option.attributeName()) ?? [];
    return [...inheritedFlags(command)]
      .filter((each) => !above.includes(each))
      .map((each) => `${name} ${each}`);
  });
  expect(unknown).toEqual([]);
});

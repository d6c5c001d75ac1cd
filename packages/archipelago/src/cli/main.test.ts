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

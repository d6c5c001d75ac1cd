// Runs the offline commands from the bundle named as argument, as bin/archipelago would, and stores what V8 compiled on the way
// beside it. Their output is of no interest here; one that fails only warms less.
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, resolve } = require('node:path');
const { Script } = require('node:vm');

const file = resolve(process.argv[2]);
const example = 'examples/minimal.yaml';
const commands = [
  ['render', '-f', example],
  ['render', '-f', example, '-o', 'json'],
  ['render', '-f', example, '--why'],
  ['validate', '-f', example],
  ['explain', 'KubeVirt.spec.configuration.evictionStrategy'],
  ['explain', 'spec.evictionStrategy'],
  ['--help'],
];

async function warm(script) {
  const main = { exports: {} };
  script.runInThisContext()(main.exports, createRequire(file), main, file, dirname(file));
  for (const command of commands) await main.exports.main(command).catch(() => undefined);
}

const script = new Script(readFileSync(file, 'latin1'), { filename: file });
process.once('exit', () => {
  writeFileSync(`${file}.cache`, script.createCachedData());
  process.exitCode = 0;
});
void warm(script);

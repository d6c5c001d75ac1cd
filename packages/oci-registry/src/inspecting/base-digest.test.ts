import { expect, test } from 'vitest';
import { baseDigestOf } from './base-digest.ts';

const [base, stage, label] = ['a', 'b', 'c'].map((digit) => `sha256:${digit.repeat(64)}`);
const said = (digest: string | undefined, name?: string) => ({
  ...(digest === undefined ? {} : { 'org.opencontainers.image.base.digest': digest }),
  ...(name === undefined ? {} : { 'org.opencontainers.image.base.name': name }),
});

test.each([
  ['one stage on a pinned base', said(base, `h.example/os@${base}`), said(label), base],
  ['a stage on a stage, as buildah annotates it', said(stage, `h.example/os@${base}`), said(label), base],
  ['a base by tag', said(base, 'h.example/os:1'), said(label), base],
  ['a name without a digest', said(undefined, 'h.example/os:1'), said(label), label],
  ['a digest that is none', said(base, 'h.example/os@sha256:abc'), {}, base],
  ['Docker, which has labels only', {}, said(label), label],
  ['what would steer a terminal', {}, said('\x1b[2J\u009b\r'), '\\u001b[2J\\u009b\\r'],
  ['nothing', {}, {}, undefined],
  ['no texts', { ...said(undefined), 'org.opencontainers.image.base.digest': 7 }, {}, undefined],
  ['names of every object', Object.create(said(base)), {}, undefined],
])('%s', (_, annotations, labels, expected) => {
  expect(baseDigestOf(annotations, labels)).toBe(expected);
});

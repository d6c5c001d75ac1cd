import { describe, expect, it } from 'vitest';
import { chooseProxy } from './choose-proxy.ts';

const [https, http] = ['http://secure.proxy:1', 'http://plain.proxy:2'];

describe('the proxy', () => {
  it.each([
    ['https://h.example/x', { https, http }, `${https}/`],
    ['http://h.example/x', { https, http }, `${http}/`],
    ['https://h.example/x', { http }, undefined],
    ['http://h.example/x', { https }, undefined],
    ['https://h.example/x', { https: 'proxy:3128' }, 'http://proxy:3128/'],
    ['https://h.example/x', { https: 'https://u:p@proxy' }, 'https://u:p@proxy/'],
    ['https://h.example/x', { https: ' ' }, undefined],
    ['https://h.example/x', { https: 'http://' }, undefined],
    ['https://localhost/x', { https }, undefined],
    ['https://127.0.0.1:5000/x', { https }, undefined],
    ['https://127.9.9.9/x', { https }, undefined],
    ['https://[::1]:5000/x', { https }, undefined],
    ['https://h127.0.0.1.example/x', { https }, `${https}/`],
  ] as const)('of %s, with %j, is %s', (target, settings, proxy) => {
    expect(chooseProxy(new URL(target), settings)?.href).toBe(proxy);
  });

  it.each([
    ['*', 'https://h.example', false],
    ['h.example', 'https://h.example', false],
    ['H.Example', 'https://h.example', false],
    ['other, h.example', 'https://h.example', false],
    ['h.example', 'https://a.h.example', false],
    ['h.example', 'https://ah.example', true],
    ['.h.example', 'https://a.h.example', false],
    ['.h.example', 'https://h.example', true],
    ['*.h.example', 'https://a.h.example', false],
    ['*.h.example', 'https://h.example', true],
    ['h.example:443', 'https://h.example', false],
    ['h.example:444', 'https://h.example', true],
    ['h.example:80', 'http://h.example', false],
    ['h.example:443', 'http://h.example', true],
    ['h.example:5000', 'https://h.example:5000', false],
    ['10.0.0.0/8', 'https://10.1.2.3', false],
    ['10.0.0.0/8', 'https://11.1.2.3', true],
    ['10.1.2.0/31', 'https://10.1.2.1', false],
    ['10.1.2.0/31', 'https://10.1.2.2', true],
    ['0.0.0.0/0', 'https://10.1.2.2', false],
    ['10.1.2.3/32', 'https://10.1.2.3', false],
    ['10.0.0.0/33', 'https://10.0.0.0', true],
    ['10.0.0.0/x', 'https://10.0.0.0', true],
    ['10.0.0.0/8', 'https://h.example', true],
    ['10.1.2.3', 'https://10.1.2.3', false],
    ['[fd00::1]', 'https://[fd00::1]:5000', false],
    ['[fd00::1]:5000', 'https://[fd00::1]:5000', false],
    ['[fd00::1]:5001', 'https://[fd00::1]:5000', true],
    ['fd00::1', 'https://[fd00::1]:5000', false],
    ['', 'https://h.example', true],
    [' , :443', 'https://h.example', true],
  ])('except for %s is for %s: %s', (except, target, isFor) => {
    expect(chooseProxy(new URL(target), { https, http, except }) !== undefined).toBe(isFor);
  });
});

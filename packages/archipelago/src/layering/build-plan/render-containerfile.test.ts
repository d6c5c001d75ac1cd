import { describe, expect, test } from 'vitest';
import { renderContainerfile } from './render-containerfile.ts';

const base = 'registry.example.com/base/os@sha256:b';

function rendered(more: Partial<Parameters<typeof renderContainerfile>[0]>, text = ''): readonly string[] {
  return renderContainerfile({
    architecture: 'arm64',
    variant: undefined,
    key: 'k',
    containerfile: { source: 'NoArch', text },
    base: { image: base, digest: 'sha256:b' },
    extensionsImage: undefined,
    extensions: [],
    kernelType: undefined,
    buildArguments: {},
    ...more,
  }).split('\n');
}

const from = `FROM ${base} AS configs`;

describe('a Containerfile', () => {
  test.each<[string, readonly string[]]>([
    ['', [from, '']],
    [' \n ', [from, '']],
    ['\nRUN true\n', [from, 'RUN true', '']],
    ['# FROM nothing\nRUN true', [from, '# FROM nothing', 'RUN true', '']],
    ['FROM configs\nRUN true', [from, '', 'FROM configs', 'RUN true', '']],
  ])('of %j begins with the pinned base', (text, lines) => {
    expect(rendered({}, text)).toEqual(lines);
  });

  const run = (...commands: readonly string[]) =>
    `RUN --mount=type=bind,from=e,source=/usr/share/rpm-ostree/extensions,target=/run/os-extensions ${[
      "printf '[os-extensions]\\nname=os-extensions\\nbaseurl=file:///run/os-extensions\\ngpgcheck=0\\n' > /etc/yum.repos.d/os-extensions.repo",
      ...commands,
      'rm /etc/yum.repos.d/os-extensions.repo',
      'ostree container commit',
    ].join(' && ')}`;
  const kernel = (name: string) =>
    `rpm-ostree override remove kernel kernel-core kernel-modules kernel-modules-core kernel-modules-extra --install=${name}-core --install=${name}-modules --install=${name}-modules-core --install=${name}-modules-extra`;
  const extensionsImage = 'e';

  test.each<[Parameters<typeof rendered>[0], string]>([
    [{ extensionsImage, extensions: ['a', 'b'] }, run('rpm-ostree install a b')],
    [{ extensionsImage, kernelType: 'realtime' }, run(kernel('kernel-rt'))],
    [{ extensionsImage, kernelType: '64k-pages' }, run(kernel('kernel-64k'))],
    [
      { extensionsImage, extensions: ['a'], kernelType: 'realtime' },
      run('rpm-ostree install a', kernel('kernel-rt')),
    ],
    [{ extensionsImage, kernelType: 'unknown' }, run()],
  ])('with %j adds to it from the extensions image', (more, line) => {
    expect(rendered(more, 'RUN true')).toEqual([from, line, 'RUN true', '']);
  });

  test('adds nothing where there is no extensions image', () => {
    expect(rendered({ extensions: ['a'], kernelType: 'realtime' })).toEqual([from, '']);
  });
});

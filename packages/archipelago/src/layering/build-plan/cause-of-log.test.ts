import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../../../test/support/any-text.ts';
import { causeOfLog, longestCause } from './cause-of-log.ts';

const long = `Error: pushing image "a" to "docker://${'registry.example/'.repeat(40)}": unauthorized: access denied`;

describe('the cause of a failure', () => {
  it.each<readonly [string, string, string]>([
    [
      'dnf 4: a package that is not there',
      `STEP 2/3: RUN dnf install -y nosuch
Last metadata expiration check: 0:00:03 ago on Sat Nov 21 10:00:00 2026.
No match for argument: nosuch
Error: Unable to find a match: nosuch
subprocess exited with status 1
subprocess exited with status 1
error building at STEP "RUN dnf install -y nosuch": exit status 1
time="2026-11-21T10:00:01Z" level=error msg="exit status 1"
`,
      'Error: Unable to find a match: nosuch',
    ],
    [
      'dnf 4: a dependency that is not there',
      `Error:
 Problem: conflicting requests
  - nothing provides libfoo.so.1()(64bit) needed by bar-1.0-1.el10.x86_64
(try to add '--skip-broken' to skip uninstallable packages or '--nobest' to use not only best candidate packages)
Error: building at STEP "RUN dnf install -y bar": while running runtime: exit status 1
`,
      '- nothing provides libfoo.so.1()(64bit) needed by bar-1.0-1.el10.x86_64',
    ],
    [
      'dnf 5: with what could be tried',
      `Updating and loading repositories:
Repositories loaded.
Failed to resolve the transaction:
No match for argument: nosuch
You can try to add to command line:
  --skip-unavailable to skip unavailable packages
Error: building at STEP "RUN dnf5 install -y nosuch": while running runtime: exit status 1
`,
      'No match for argument: nosuch',
    ],
    [
      'dnf: a repository that is not reached',
      `Errors during downloading metadata for repository 'baseos':
  - Curl error (6): Couldn't resolve host name for https://mirror.example/repodata/repomd.xml [Could not resolve host: mirror.example]
Error: Failed to download metadata for repo 'baseos': Cannot download repomd.xml: Cannot download repodata/repomd.xml: All mirrors were tried
Error: building at STEP "RUN dnf install -y vim": while running runtime: exit status 1
`,
      "Error: Failed to download metadata for repo 'baseos': Cannot download repomd.xml: Cannot download repodata/repomd.xml: All mirrors were tried",
    ],
    [
      'rpm-ostree: packages that are not there',
      `Enabled rpm-md repositories: baseos
Importing rpm-md... done
error: Packages not found: nosuch
Error: building at STEP "RUN rpm-ostree install nosuch && ostree container commit": while running runtime: exit status 1
`,
      'error: Packages not found: nosuch',
    ],
    [
      'rpm-ostree: an unsatisfiable transaction',
      `Resolving dependencies...failed
error: Could not depsolve transaction; 1 problem detected:
 Problem: conflicting requests
  - package kernel-rt-6.1-1.aarch64 does not have a compatible architecture
error building at STEP "RUN rpm-ostree override replace kernel-rt": while running runtime: exit status 1
`,
      '- package kernel-rt-6.1-1.aarch64 does not have a compatible architecture',
    ],
    [
      'a command that is not there',
      `/bin/sh: line 1: frobnicate: command not found
subprocess exited with status 127
error building at STEP "RUN frobnicate": exit status 127
`,
      '/bin/sh: line 1: frobnicate: command not found',
    ],
    [
      'a command that says nothing',
      'STEP 2/2: RUN false\nError: building at STEP "RUN false": while running runtime: exit status 1\nexit status 1\n',
      'Error: building at STEP "RUN false": while running runtime: exit status 1',
    ],
    [
      'a file that is not there',
      `STEP 2/2: COPY nothing /etc/
Error: building at STEP "COPY nothing /etc/": checking on sources under "/run/build": copier: stat: "/nothing": no such file or directory
`,
      'Error: building at STEP "COPY nothing /etc/": checking on sources under "/run/build": copier: stat: "/nothing": no such file or directory',
    ],
    [
      'a Containerfile that is none',
      'Error: parsing main Dockerfile: /run/build/Containerfile: Syntax error - can\'t find = in "x". Must be of the form: name=value\n',
      'Error: parsing main Dockerfile: /run/build/Containerfile: Syntax error - can\'t find = in "x". Must be of the form: name=value',
    ],
    [
      'a base that may not be pulled',
      `Trying to pull registry.example/base@sha256:0...
time="2026-11-21T10:00:00Z" level=warning msg="Failed, retrying in 1s ... (1/3). Error: initializing source"
Error: creating build container: initializing source docker://registry.example/base@sha256:0: reading manifest: unauthorized: authentication required
`,
      'Error: creating build container: initializing source docker://registry.example/base@sha256:0: reading manifest: unauthorized: authentication required',
    ],
    [
      'a push that is denied',
      `Getting image source signatures
Copying blob sha256:1
Error: pushing image "r/i:k" to "docker://r/i:k": trying to reuse blob sha256:1 at destination: requesting bearer token: invalid status code from registry 403 (Forbidden)
`,
      'Error: pushing image "r/i:k" to "docker://r/i:k": trying to reuse blob sha256:1 at destination: requesting bearer token: invalid status code from registry 403 (Forbidden)',
    ],
    [
      'a fatal error of skopeo',
      'time="2026-11-21T10:00:00Z" level=fatal msg="writing manifest: uploading to \\"r/i\\": denied: quota exceeded"\n',
      'writing manifest: uploading to "r/i": denied: quota exceeded',
    ],
    [
      'no room',
      'write /var/lib/store/x: no space left on device\n',
      'write /var/lib/store/x: no space left on device',
    ],
    [
      'a wrong machine',
      'this machine is x86_64, the image is for aarch64\n',
      'this machine is x86_64, the image is for aarch64',
    ],
    [
      'progress that was written over',
      'fetching 1%\rfetching 99%\rcurl: (28) timed out\r\n',
      'curl: (28) timed out',
    ],
    [
      'a terminal that was to be steered',
      'a\n\x1b[2J\u202eError: bad\u009b\n\n',
      '\\u001b[2J\\u202eError: bad\\u009b',
    ],
    ['nothing but the end', 'exit status 1\n', 'exit status 1'],
    ['nothing', ' \n\t\n', ''],
  ])('%s', (_, log, cause) => {
    expect(causeOfLog(log)).toBe(cause);
  });

  it('of a line that is too long, is its beginning and its end', () => {
    const cause = causeOfLog(`${long}\n`);
    expect(cause.length).toBeLessThanOrEqual(longestCause);
    expect(cause).toMatch(/^Error: pushing image .* … .*unauthorized: access denied$/);
  });

  it('is one bounded line without control characters, whatever was said', () => {
    fc.assert(
      fc.property(anyText, fc.nat(20), (text, times) => {
        const cause = causeOfLog(text.repeat(times));
        expect(cause.length).toBeLessThanOrEqual(longestCause);
        expect(cause).not.toMatch(/\p{Cc}|\p{Cf}|[\u2028\u2029]/u);
      }),
      { seed: 1 },
    );
  });

  it('is found in lines that never end', () => {
    expect(causeOfLog(`building at STEP "${'": exit status '.repeat(100_000)}`).length).toBeLessThanOrEqual(
      longestCause,
    );
  });
});

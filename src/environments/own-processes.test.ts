// Of a listing only the place's own processes, however it was asked for.
import { describe, expect, it } from 'vitest';
import { type Answer, scriptedHost } from '../../test/fakes/scripted-host.ts';
import { findOwnProcesses, narrowListing } from './own-processes.ts';

const own = async () => new Set([7, 8]);
const narrow = (command: string, answers: Record<string, Answer> = {}) =>
  narrowListing(
    scriptedHost(answers),
    command.split(' | ').map((program) => program.split(' ')),
    own,
  ).then((programs) => programs.map((argv) => argv.join(' ')).join(' | '));

describe('a listing is narrowed', () => {
  it.each<[string, Record<string, Answer>, string]>([
    ['ps', {}, 'ps -p 7,8'],
    ['ps aux', {}, 'ps u -p 7,8'],
    ['ps axf', {}, 'ps f -p 7,8'],
    ['ps -e -f', {}, 'ps -f -p 7,8'],
    ['ps -A -opid,args', {}, 'ps -opid,args -p 7,8'],
    ['ps -l | grep x', {}, 'ps -l -p 7,8 | grep x'],
    ['ps -p1,7 -f', { 'ps -p1,7 -o pid=': ' 1\n 7\n' }, 'ps -f -p 7'],
    ['ps --pid=8', { 'ps --pid=8 -o pid=': '8\n' }, 'ps -p 8'],
    ['ps -uroot', { 'ps -uroot -o pid=': '1\n8' }, 'ps -p 8'],
    ['ps -Uroot', { 'ps -Uroot -o pid=': '1\n8' }, 'ps -p 8'],
    ['ps -Cshop', { 'ps -Cshop -o pid=': '7\nx9\n9x' }, 'ps -p 7'],
    ['ps -p1', { 'ps -p1 -o pid=': '1\n' }, 'true'],
    ['ps -p1 | wc -l', { 'ps -p1 -o pid=': null }, 'true | wc -l'],
    ['pgrep x', { 'pgrep x': '1\n7\n8\n' }, 'ps -o pid= -p 7,8'],
    ['pgrep -l x', { 'pgrep x': '7' }, 'ps -o pid=,comm= -p 7'],
    ['pgrep -a -f x', { 'pgrep -f x': '7' }, 'ps -o pid=,args= -p 7'],
    ['pgrep -c x', { 'pgrep x': '7\n8\n9' }, 'ps -o pid= -p 7,8 | wc -l'],
    ['pgrep -c x', { 'pgrep x': '1' }, 'echo 0'],
    ['pgrep x | head', { 'pgrep x': '1' }, 'false | head'],
    ['pgrep -n x', { 'pgrep x': '7\n8', 'ps -o pid= --sort=start_time -p 7,8': '8\n7' }, 'ps -o pid= -p 7'],
    ['pgrep -o x', { 'pgrep x': '7\n8', 'ps -o pid= --sort=start_time -p 7,8': '8\n7' }, 'ps -o pid= -p 8'],
    ['pgrep -o x', { 'pgrep x': '7\n8' }, 'ps -o pid= -p 7'],
    ['uptime | cat ps', {}, 'uptime | cat ps'],
  ])('%s, of what is found %j: %s', async (command, answers, narrowed) => {
    expect(await narrow(command, answers)).toBe(narrowed);
  });
});

describe('the processes of a place', () => {
  const links = 'find /proc -mindepth 2 -maxdepth 2 -regex /proc/[0-9]+/\\(cwd\\|exe\\) ( -lname';
  it('are who works or lies in its folder, its unit and its modules', async () => {
    const found = await findOwnProcesses(
      scriptedHost({
        [`${links} /srv/a\\*b -o -lname /srv/a\\*b/* ) -printf %h\\n`]: {
          exit: 1,
          output: '/proc/7\n/proc/8x\nx/proc/9\n',
        },
        'systemctl show --property=ControlGroup --value -- u': '/system.slice/u\n',
        'cat -- /sys/fs/cgroup/system.slice/u/cgroup.procs': '11\n12\n',
      }),
      { service: 'u' },
      '/srv/a*b',
      [20],
    );
    expect([...found]).toEqual([7, 11, 12, 20]);
  });

  it('of a whole machine are all that can be followed', async () => {
    const host = scriptedHost({ [`${links} / -o -lname /* ) -printf %h\\n`]: '/proc/7\n' });
    expect([...(await findOwnProcesses(host, { service: null }, '/', []))]).toEqual([7]);
    expect(host.asked).toHaveLength(1);
  });

  it.each(['', 'relative', '/\0x', 1, null, { exit: 1, output: '/x' }])(
    'of a unit are none where its group is %j',
    async (said) => {
      const host = scriptedHost({ 'systemctl show --property=ControlGroup --value -- u': said });
      expect([...(await findOwnProcesses(host, { service: 'u' }, '/srv', []))]).toEqual([]);
      expect(host.asked).toHaveLength(2);
    },
  );
});

// Who names the modules of a place, and whether they run.
import { describe, expect, it } from 'vitest';
import { type Answer, scriptedHost } from '../../test/fakes/scripted-host.ts';
import { findModules } from './find-modules.ts';

const ps = 'ps -eo pid=,etimes=,args= -ww';
const place = { name: 'p', type: 'local', user_host: null, path: '/srv/shop', allow_paths: [], log: null } as const;
const find = (answers: Record<string, Answer>, files: readonly string[] = [], service: string | null = null) =>
  findModules(scriptedHost(answers), { ...place, service }, '/srv/shop', files);
const containers = (service: string) =>
  `docker ps -q --filter label=com.docker.compose.service=${service} --filter label=com.docker.compose.project.working_dir=/srv/shop`;

describe('modules are named', () => {
  const names = async (answers: Record<string, Answer>, files: readonly string[], service: string | null = null) =>
    (await find(answers, files, service)).map(({ name, source }) => `${source} ${name}`);

  it.each(['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'])('by %s', async (file) => {
    expect(await names({ [`cat -- ${file}`]: 'services: {api: {}, web: {}}' }, ['Procfile', file])).toEqual([
      ...['compose api', 'compose web'],
    ]);
  });

  it('by the first file of compose alone, in its own order', async () => {
    const both = { 'cat -- compose.yaml': 'services: {a: {}}', 'cat -- docker-compose.yml': 'services: {b: {}}' };
    expect(await names(both, ['docker-compose.yml', 'compose.yaml'])).toEqual(['compose a']);
  });

  it.each(['services: 5', 'services:', '', '- a', ': [', 'x: {}'])(
    'by the Procfile, where compose says %j',
    async (text) => {
      const answers = {
        'cat -- compose.yaml': text,
        'cat -- Procfile': 'web: npm start\n# x: y\nwork-er_2:  run\nno:\n a: b\n',
      };
      expect(await names(answers, ['compose.yaml', 'Procfile'])).toEqual(['procfile web', 'procfile work-er_2']);
    },
  );

  it('by the unit, else by the folder', async () => {
    expect(await names({}, [], 'shop.service')).toEqual(['unit shop.service']);
    expect(await names({ 'cat -- Procfile': 1 }, ['Procfile'])).toEqual(['folder shop']);
  });
});

describe('a module runs', () => {
  it('as a unit, by what systemd says', async () => {
    for (const [said, running] of [
      ...([
        ['active', true],
        ['reloading', true],
        ['activating', true],
        ['inactive', false],
        ['failed', false],
      ] as const),
    ])
      expect(await find({ 'systemctl is-active -- u': `${said}\n` }, [], 'u')).toMatchObject([
        { running, processes: [] },
      ]);
    expect(await find({ 'systemctl is-active -- u': 'unknown\n', [ps]: '7 1 /bin/u\n' }, [], 'u')).toMatchObject([
      { running: true, processes: [{ pid: 7 }] },
    ]);
    expect(await find({ 'systemctl is-active -- u': null }, [], 'u')).toMatchObject([{ running: null }]);
    const answers = { 'systemctl is-active -- u': 'active\n', [ps]: '7 1 /srv/shop/bin/x\n8 1 u\n9 2 shop' };
    expect(await find(answers, [], 'u')).toMatchObject([{ processes: [{ pid: 7 }, { pid: 9 }] }]);
  });

  it('in containers, by their ids; without docker, by its processes', async () => {
    const file = { 'cat -- compose.yaml': 'services: {api: {}}' };
    expect(await find({ ...file, [containers('api')]: 'c1\nc2\n', [ps]: '7 1 api' }, ['compose.yaml'])).toEqual([
      { name: 'api', source: 'compose', containers: ['c1', 'c2'], running: true, processes: [] },
    ]);
    expect(await find({ ...file, [containers('api')]: '' }, ['compose.yaml'])).toMatchObject([{ running: false }]);
    for (const none of [1, null])
      expect(await find({ ...file, [containers('api')]: none, [ps]: '7 1 api' }, ['compose.yaml'])).toMatchObject([
        { running: true, containers: [], processes: [{ pid: 7 }] },
      ]);
  });

  it.each([
    ...['shop', '/usr/bin/shop --port 1', '/srv/shop/bin/x', 'shop.js', 'node shop.js', 'node --inspect /a/shop.mjs x'],
    ...['python3.11 -m shop', 'java -Xmx1g -jar /opt/shop.jar', 'bash /srv/shop/run.sh', 'beam.smp shop', 'beam shop'],
    ...['nodejs shop', 'python shop', 'ruby shop', 'perl shop', 'php shop', 'java shop', 'sh shop', 'dash shop'],
    ...['zsh shop', 'deno shop', 'bun shop', 'dotnet shop.dll', 'erl shop', '/usr/bin/node shop'],
  ])('by the process %j', async (command) => {
    expect(await find({ [ps]: `  7   61 ${command}\n` })).toMatchObject([
      { running: true, processes: [{ pid: 7, seconds: 61, command }] },
    ]);
  });

  it.each([
    ...[
      'vim shop',
      'tail -f shop.log',
      '/srv/shopping/x',
      'shopx',
      'xshop',
      'node',
      'node -m',
      'node x shop',
      'xnode shop',
    ],
    ...['nodex shop', 'shop.tarball', 'node --shop', 'java -jar x shop', 'python -m x shop', '/srv/shop'.slice(0, 4)],
  ])('not by the process %j', async (command) => {
    expect(await find({ [ps]: `7 61 ${command}\nPID x y\n` })).toMatchObject([{ running: false, processes: [] }]);
  });

  it('is not known where processes cannot be listed', async () => {
    for (const none of [1, null]) expect(await find({ [ps]: none })).toMatchObject([{ running: null, processes: [] }]);
  });

  it('is told with 20 processes at most, each in 200 characters', async () => {
    const [found] = await find({
      [ps]: Array.from({ length: 25 }, (_, at) => `${at} 1 shop ${'x'.repeat(300)}`).join('\n'),
    });
    expect(found?.processes).toHaveLength(20);
    expect(found?.processes[0]?.command).toHaveLength(200);
  });

  it('of several by its own name alone, not by the folder', async () => {
    const answers = { 'cat -- Procfile': 'web: x\njob: y', [ps]: '1 1 /srv/shop/bin/web\n2 1 /srv/shop/bin/other' };
    expect(await find(answers, ['Procfile'])).toMatchObject([
      { running: true, processes: [{ pid: 1 }] },
      { running: false },
    ]);
  });
});

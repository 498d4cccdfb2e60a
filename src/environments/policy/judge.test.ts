// What may be asked of an environment: a table of what is allowed, and a longer one of what is not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grammar } from './grammar.ts';
import { judgeCommand } from './judge.ts';
import { isSecretPath } from './secret-paths.ts';

const argvs = (command: string) => {
  const judged = judgeCommand(command);
  return judged.ok ? judged.value.map(({ argv }) => argv.join(' ')) : judged.failure.error_code;
};
const pathsOf = (command: string) => {
  const judged = judgeCommand(command);
  return judged.ok ? judged.value.map(({ argv, paths }) => paths.map((at) => argv[at])) : [];
};

describe('CM-59 what may be asked', () => {
  it.each([
    ['ps aux | grep x', ['ps aux', 'grep --regexp=x']],
    ['docker logs c', ['docker logs c']],
    ['docker logs -n 50 --since 1h api', ['docker logs -n50 --since=1h api']],
    ['docker compose logs --tail 5 api', ['docker compose logs --tail=5 api']],
    ['docker stats --no-stream', ['docker stats --no-stream']],
    ['tail -2 logs/daemon.log', ['tail -2 -- logs/daemon.log']],
    ['tail -n 20 "a b.log"', ['tail -n20 -- a b.log']],
    ['tail -n5 a.log | head -3', ['tail -n5 -- a.log', 'head -3']],
    ["grep -in 'a;b|c $x' app.log", ['grep -i -n --regexp=a;b|c $x -- app.log']],
    ['grep -e one -e two app.log', ['grep -eone -etwo -- app.log']],
    ['grep -A3 ERROR -- -odd.log', ['grep -A3 --regexp=ERROR -- -odd.log']],
    ['cat a b', ['cat -- a b']],
    ['ls', ['ls -- .']],
    ['ls -la logs', ['ls -l -a -- logs']],
    ['wc -l app.log', ['wc -l -- app.log']],
    [
      'tail app.log | cut -d , -f 1,2 | sort -rn | uniq -c',
      ['tail -- app.log', 'cut -d, -f1,2', 'sort -r -n', 'uniq -c'],
    ],
    ['ps -eo pid,etime,args', ['ps -e -opid,etime,args']],
    ['uptime', ['uptime']],
    ['df -h', ['df -h']],
    ['free -m', ['free -m']],
    ['journalctl -u shop --since -1h', ['journalctl --no-pager -ushop --since=-1h']],
    ['journalctl -u shop -n 100 --since=-1h', ['journalctl --no-pager -ushop -n100 --since=-1h']],
    ["journalctl -u shop --since '2026-01-01 10:00'", ['journalctl --no-pager -ushop --since=2026-01-01 10:00']],
    ['systemctl status nginx', ['systemctl --no-pager status nginx']],
    ['systemctl is-active shop.service', ['systemctl --no-pager is-active shop.service']],
    ['kubectl get pods -n shop', ['kubectl get -nshop pods']],
    ['kubectl get pod api-1 -o wide', ['kubectl get -owide pod api-1']],
    ['kubectl logs deploy/api --tail 20', ['kubectl logs --tail=20 deploy/api']],
    ['kubectl describe pod api-1', ['kubectl describe pod api-1']],
    ['ss -ltnp', ['ss -l -t -n -p']],
  ])('%s', (command, expected) => {
    expect(argvs(command)).toEqual(expected);
  });

  it('names every path of the host, so that each is resolved and held inside', () => {
    expect(pathsOf('cat a /etc/hosts')).toEqual([['a', '/etc/hosts']]);
    expect(pathsOf('grep -n x a | head')).toEqual([['a'], []]);
    expect(pathsOf('grep -r x')).toEqual([['.']]);
    expect(pathsOf('df -h /srv')).toEqual([['/srv']]);
    expect(pathsOf('ls')).toEqual([['.']]);
  });

  it('a search through a folder passes by what looks like a secret', () => {
    const [searched = ''] = argvs('grep -r token .') as string[];
    for (const name of ['.env*', '*.pem', '.ssh']) expect(searched).toContain(`=${name}`);
  });
});

const hostile = [
  // CM-59, CM-60: other programs, and whatever a shell would do more.
  ...[
    'rm -rf /',
    'curl http://x',
    'wget x',
    'sh -c id',
    'bash',
    'python3 -c 1',
    'perl -e 1',
    'nc -l 1',
    'sudo ls',
    'env',
    'env sh -c id',
    'printenv',
  ],
  ...[
    'xargs rm',
    'ps | rm',
    'ps aux | xargs kill',
    'ps | sh',
    'cat a | tee b',
    'find . -delete',
    'find . -exec rm {} +',
    'awk 1 a',
    'sed -i s/a/b/ a',
    'dd if=a of=b',
  ],
  ...[
    'uptime && id',
    'uptime || id',
    'uptime; id',
    'uptime & id',
    'uptime &',
    'uptime |& id',
    'ls $(id)',
    'ls `id`',
    'ls "$(id)"',
    'ls "`id`"',
    ['ls $', '{HOME}'].join(''),
    'ls $HOME',
  ],
  ...[
    'uptime > F',
    'uptime >> F',
    'uptime 2> F',
    'cat < F',
    'cat <<E',
    'cat <(id)',
    '(id)',
    '{ id; }',
    'ls\nid',
    'ls\rid',
    "ls 'a\nb'",
    'uptime\0id',
    'ls \\\nid',
  ],
  ...[
    '',
    '   ',
    '|',
    '| ls',
    'ls |',
    'ls | | wc',
    'cat "a',
    "cat 'a",
    'cat a\\',
    'A=1 ls',
    '# ls',
    '! ls',
    './ls',
    '/bin/ls',
    '../ls',
    'LS',
    'ls\u2028',
    'cat a* ',
    'ls *.log',
    'ls a?',
    'cat [ab]',
    'cat {a,b}',
  ],
  // CM-61: homes, secrets.
  ...[
    'cat ~/.netrc',
    'ls ~',
    'ls ~root',
    'cat .env',
    'cat ./.env',
    'cat .env.production',
    'cat config/secrets.yml',
    'cat id_rsa',
    'cat x.pem',
    'cat .ssh/config',
    'cat /etc/shadow',
    'cat /etc/passwd',
    'cat /etc/sudoers.d/x',
  ],
  ...[
    'cat .aws/credentials',
    'cat /root/.kube/config',
    'cat .git-credentials',
    'cat .bash_history',
    'cat /proc/1/environ',
    'head .npmrc',
    'grep x .env',
    'wc -c .pgpass',
    'ls .ssh',
    'grep -r x .aws',
    'stat id_ed25519',
    'cat ""',
  ],
  // Flags that write, follow for ever, point elsewhere, run programs or print environments.
  ...[
    'tail -f a',
    'tail -F a',
    'tail --follow a',
    'tail --follow=name a',
    'tail --pid=1 a',
    'tail --retry a',
    'tail -nf a',
    'head --x a',
    'cat -',
    'cat',
    'tail',
    'grep x',
    'grep',
    'grep -f p a',
    'grep --file=p a',
    'grep -R x .',
  ],
  ...[
    'grep -P "(a+)+$" a',
    'grep --devices=read x a',
    'grep -e',
    "grep -e '' a",
    'sort a',
    'sort -n',
    'cut -d, -f1 | sort',
    'sort -o b',
    'sort --compress-program=sh',
    'sort -T /x',
    'ps | sort --output=b',
    'ps | sort -ob',
    'ps | uniq a b',
    'ps | sort --files0-from=x',
  ],
  ...[
    'ps e',
    'ps auxe',
    'ps axe',
    'ps auxeww',
    'ps -E',
    'ps -o environ',
    'ps -eo pid,env',
    'ps aux ef',
    'date -s 10:00',
    'date --set=x',
    'date -f a',
    'date 010101',
    'uname -a x',
    'uptime x',
    'free -s 1',
    'ss -K',
    'df --output=x',
  ],
  ...[
    'journalctl -f',
    'journalctl --follow',
    'journalctl --rotate',
    'journalctl --vacuum-size=1',
    'journalctl --flush',
    'journalctl --file=x',
    'journalctl --root=/x',
    'journalctl -D /x',
    'journalctl -M c',
    'journalctl --cursor-file=x',
    'journalctl -o json',
    'journalctl _PID=1',
    'journalctl /usr/bin/x',
    'journalctl -u',
  ],
  ...[
    'systemctl restart x',
    'systemctl stop x',
    'systemctl -H h status x',
    'systemctl --host=h status x',
    'systemctl -M c status x',
    'systemctl --root=/x status y',
    'systemctl show x',
    'systemctl cat x',
    'systemctl edit x',
    'systemctl show-environment',
    'systemctl status',
    'systemctl kill x',
    'systemctl',
  ],
  ...[
    'docker exec c sh',
    'docker run i',
    'docker rm c',
    'docker inspect c',
    'docker cp c:/x y',
    'docker -H tcp://x ps',
    'docker --host=x ps',
    'docker --context x ps',
    'docker --config x ps',
    'docker logs -f c',
    'docker logs --follow c',
    'docker logs --details c',
    'docker stats',
    'docker ps --format {{.Env}}',
    "docker ps --format '{{.Env}}'",
  ],
  ...[
    'docker compose -f x logs',
    'docker compose exec a sh',
    'docker compose config',
    'docker compose up',
    'docker compose --env-file x ps',
    'docker logs',
    'docker logs a b',
    'docker logs -- -f',
  ],
  ...[
    'kubectl get secrets',
    'kubectl get secret x',
    'kubectl get secret/x',
    'kubectl describe secret x',
    'kubectl get pods,secrets',
    'kubectl get Secrets',
    'kubectl get pods -o yaml',
    'kubectl get pods -o json',
    "kubectl get pods -o jsonpath='{}'",
    'kubectl get pods --output=go-template=x',
  ],
  ...[
    'kubectl --kubeconfig x get pods',
    'kubectl --server x get pods',
    'kubectl -s x get pods',
    'kubectl get pods --kubeconfig=x',
    'kubectl get pods --token=x',
    'kubectl get --raw /api',
    'kubectl get -f x',
    'kubectl logs -f p',
    'kubectl logs --follow p',
    'kubectl exec p -- sh',
    'kubectl delete pod p',
    'kubectl cp p:/x y',
    'kubectl config view',
    'kubectl get cm x',
    'kubectl get pods --as=root',
    'kubectl get pods -w',
    'kubectl',
  ],
  // Other spellings of flags and names.
  ...[
    'tail -n -f a',
    'cat --help',
    'ls --color=always',
    'ls --time-style=+%s',
    'constructor',
    '__proto__',
    'toString',
    'docker constructor',
    'kubectl get constructor/__proto__/x',
    'systemctl __proto__ x',
    'cat\u00a0a',
    'сat a',
  ],
];

describe('CM-59 CM-60 CM-61 what may not be asked is refused before anything runs', () => {
  it(`is of ${hostile.length} kinds, at least a hundred`, () => {
    expect(new Set(hostile).size).toBeGreaterThanOrEqual(100);
    expect(new Set(hostile).size).toBe(hostile.length);
  });

  it.each(hostile)('%j', (command) => {
    expect(argvs(command)).toBe('COMMAND_DENIED');
  });

  it('a long one too', () => {
    expect(argvs(`cat ${'a'.repeat(5_000)}`)).toBe('COMMAND_DENIED');
  });

  it('says what is allowed instead', () => {
    expect(judgeCommand('systemctl restart x')).toMatchObject({
      failure: { message: expect.stringContaining('is-active') },
    });
    expect(judgeCommand('grepp x a')).toMatchObject({ failure: { message: expect.stringContaining('grep is') } });
    expect(judgeCommand('ls; id')).toMatchObject({ failure: { message: expect.stringContaining('second command') } });
  });
});

it('whatever the words are, only programs and flags of the grammar come out, and operands only where they stand', () => {
  const word = fc.oneof(
    fc.constantFrom(
      ...Object.keys(grammar),
      '-f',
      '--follow',
      '-n',
      '-rn',
      '--',
      '-',
      '|',
      ';',
      '$(id)',
      'logs',
      'status',
      'get',
      'secrets',
      '.env',
      '-oyaml',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const judged = judgeCommand(words.join(' '));
      if (!judged.ok) return judged.failure.error_code === 'COMMAND_DENIED';
      return judged.value.every(({ argv, paths }) => {
        const dashes = argv.indexOf('--');
        const flags = dashes < 0 ? argv : argv.slice(0, dashes);
        return (
          Object.hasOwn(grammar, argv[0] ?? '') &&
          !flags.some(
            (flag) =>
              /^(?:-f|-F|--follow|-H|--host|-oyaml)$/.test(flag) &&
              !['ls', 'grep', 'ps', 'egrep', 'fgrep', 'df', 'sort', 'pgrep', 'cut'].includes(argv[0] ?? ''),
          ) &&
          paths.every((at) => !isSecretPath(argv[at] ?? ''))
        );
      });
    }),
    { numRuns: 5_000 },
  );
});

it.each(['.env.example', 'src/token.ts', 'environment.log', 'keys.md', 'logs/secrets-service.log', 'authorized.txt'])(
  '%s is no secret by its name',
  (path) => expect(isSecretPath(path)).toBe(false),
);

// WT-120: what a line for a shell is split into, and each form for which there is no list at all.
import { describe, expect, it } from 'vitest';
import { splitCommand } from './split-command.ts';

describe('WT-120 a line is split', () => {
  it.each<[string, string, readonly string[]]>([
    ['one command', 'npm test', ['npm test']],
    ['&&', 'a && b', ['a', 'b']],
    ['||', 'a || b', ['a', 'b']],
    ['|', 'a | b', ['a', 'b']],
    ['|&', 'a |& b', ['a', 'b']],
    [';', 'a; b', ['a', 'b']],
    ['&', 'a & b', ['a', 'b']],
    ['a line break', 'a\nb', ['a', 'b']],
    ['an end without a command after it', 'a;', ['a']],
    ['single quotes', "echo 'a;b$(c)`d`>e'", ["echo 'a;b$(c)`d`>e'"]],
    ['double quotes', 'echo "a;b|c>d"', ['echo "a;b|c>d"']],
    ['an escaped quote in double quotes', 'echo "a\\";b"', ['echo "a\\";b"']],
    ['a plain variable in double quotes', 'echo "$HOME"', ['echo "$HOME"']],
    ['an escaped sign', 'echo a\\;b', ['echo a\\;b']],
    ['a plain variable', 'echo $HOME', ['echo $HOME']],
    ['output into nothing', 'a > /dev/null; b', ['a > /dev/null', 'b']],
    ['errors into nothing', 'a 2>/dev/null && b', ['a 2>/dev/null', 'b']],
    ['both into nothing', 'a &>/dev/null | b', ['a &>/dev/null', 'b']],
    ['errors into the output', 'a 2>&1 | b', ['a 2>&1', 'b']],
    ['output into the errors', 'a >&2', ['a >&2']],
    ['output into nothing, by its number', 'a 1>/dev/null; b', ['a 1>/dev/null', 'b']],
    ['output into nothing at the end of a line', 'a >/dev/null\nb', ['a >/dev/null', 'b']],
    [
      'output into nothing before the next',
      'a >/dev/null&b|c >/dev/null|d',
      ['a >/dev/null', 'b', 'c >/dev/null', 'd'],
    ],
    ['output into nothing, a tab before it', 'a >\t\t/dev/null', ['a >\t\t/dev/null']],
    ['empty quotes', `a '' ""`, [`a '' ""`]],
    ['an escaped sign in double quotes', 'echo "a\\$(b"', ['echo "a\\$(b"']],
    ['quotes behind one another', `a 'b;'"c;"d; e`, [`a 'b;'"c;"d`, 'e']],
    ['many ends', ';; a ;;; b &', ['a', 'b']],
    ['what follows an escape', 'a \\; b; c', ['a \\; b', 'c']],
    ['a word of control that is only the beginning of a name', 'timeout 5 a', ['timeout 5 a']],
    ['a word of control that is not the first', 'a time', ['a time']],
  ])('by %s', (_, line, commands) => {
    expect(splitCommand(line)).toEqual(commands);
  });
});

describe('WT-120 a line is not plainly readable', () => {
  it.each([
    ['nothing', ''],
    ['blanks', '  '],
    ['only an end', ';'],
    ['a substitution', 'a $(b)'],
    ['a substitution in double quotes', 'a "$(b)"'],
    ['an older substitution', 'a `b`'],
    ['an older substitution in double quotes', 'a "`b`"'],
    ['a parameter in braces', `a ${'$'}{b}`],
    ['output into a file', 'a > b'],
    ['output onto a file', 'a >> b'],
    ['output into what only begins like nothing', 'a > /dev/nullx'],
    ['errors into a file', 'a 2> b'],
    ['input from a file', 'a < b'],
    ['input from a process', 'a <(b)'],
    ['a group', '(a)'],
    ['a group in braces', '{ a; }'],
    ['an open single quote', "a 'b"],
    ['an open double quote', 'a "b'],
    ['a backslash at the end', 'a \\'],
    ['a line that is continued', 'a \\\nb'],
    ['a comment', 'a # b'],
    ['an end of a group', 'a )'],
    ['an end of braces', 'a }'],
    ['a parameter in braces in double quotes', `a "${'$'}{b}"`],
    ['what another one left, acted on as a prompt', `a '$(b)'; a "${'$'}{_@P}"`],
    ['a line that is continued in double quotes', 'a "b\\\nc"'],
    ['errors into what only begins like the output', 'a 2>&12'],
    ['output into what only begins like the errors', 'a >&2x'],
    ['another number into nothing', 'a >&3'],
    ['one command among plain ones that is not', 'a; b $(c); d'],
  ])('with %s', (_, line) => {
    expect(splitCommand(line)).toBeNull();
  });

  it.each(
    'if then else elif fi for while until do done case esac select function time coproc eval exec source . ! [['.split(
      ' ',
    ),
  )('with %s as the first word of a command', (word) => {
    expect(splitCommand(`${word} a`)).toBeNull();
    expect(splitCommand(word)).toBeNull();
    expect(splitCommand(`${word}\ta`)).toBeNull();
    expect(splitCommand(`a; ${word} b`)).toBeNull();
  });
});

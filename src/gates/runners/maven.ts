// maven: what surefire writes for each class, under names that nobody knew before the run.
import { readClassXml } from '../read/class-xml.ts';
import { sumUp } from '../read/summary.ts';
import { javaCanary } from './compiled-canary.ts';
import { type BrokenFile, markOf, programOf, type Runner } from './runner.ts';

export const maven: Runner = {
  name: 'maven',
  isIt: (words) =>
    /^(?:mvn|mvnw)(?:\.cmd)?$/.test(programOf(words)) &&
    words.slice(1).some((word) => /^(?:test|package|verify|install|surefire:test)$/.test(word)),
  report: {
    file: 'reports',
    // Surefire takes no other place.
    several: { in: 'checkout', word: (path) => `-${markOf(path)}.xml` },
    flags: (path) => [`-Dsurefire.reportNameSuffix=${markOf(path)}`],
    by: { first: 'variable', variable: 'MAVEN_OPTS' },
    taken: /^-Dsurefire\.reportNameSuffix=/,
    read: readClassXml,
    sources: ['.java', '.kt'],
  },
  // It is given classes by patterns of its own.
  files: { takes: /\.(?:java|kt)$/, word: (path) => path, refuses: () => true },
  printed: { counts: (text) => sumUp(text.split('\n').flatMap(countOf)), broken },
  configuration: { files: ['**/junit-platform.properties'], keys: [] },
  canary: {
    text: javaCanary,
    beside: ({ mark: own, path }) => `C${own}Test${path.slice(path.lastIndexOf('.'))}`,
    shared: false,
    flags: [],
  },
  order: { flags: ['-Dsurefire.runOrder=reversealphabetical'] },
};

/** The sum of a module: `[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 1`. */
function countOf(line: string): readonly string[] {
  const [, all, failed, broken, skipped] =
    /^\[\w+\] Tests run: (\d{1,9}), Failures: (\d{1,9}), Errors: (\d{1,9}), Skipped: (\d{1,9})\s*$/.exec(line) ?? [];
  if (all === undefined) return [];
  const wrong = Number(failed) + Number(broken);
  return [`${Math.max(0, Number(all) - wrong - Number(skipped))} passed`, `${wrong} failed`, `${skipped} skipped`];
}

/** `[ERROR] /w/src/test/java/acme/AddTest.java:[6,40] cannot find symbol` */
function broken(text: string): readonly BrokenFile[] {
  return text.split('\n').flatMap((line) => {
    const [, file, at, what] = /^\[ERROR\] (\/[^:\n]+\.(?:java|kt)):\[?(\d+),\d+\]? (.*)$/.exec(line) ?? [];
    return file === undefined ? [] : [{ file, text: `${what}\n${file}:${at}` }];
  });
}

// gradle: a script of ours says where each task of tests writes its XML.
import { dirname, join } from 'node:path';
import type { Counts } from '../../domain/evidence/verdict.ts';
import { readClassXml } from '../read/class-xml.ts';
import { sumUp } from '../read/summary.ts';
import { maven } from './maven.ts';
import { type BrokenFile, programOf, type Runner } from './runner.ts';

/** What ran before is run again: an answer from a cache is no run. */
const script = `def folder = new File(System.getProperty('drover.reports'))
allprojects {
    tasks.withType(Test).configureEach { task ->
        def xml = task.reports.junitXml
        def own = new File(folder, task.path.replace(':', '_'))
        xml.required.set(true)
        xml.outputLocation.set(own)
        task.outputs.upToDateWhen { false }
        task.outputs.doNotCacheIf('it is to be run') { true }
    }
}
`;

export const gradle: Runner = {
  name: 'gradle',
  isIt: (words) =>
    /^(?:gradle|gradlew)(?:\.bat)?$/.test(programOf(words)) &&
    words.slice(1).some((word) => /^(?:[\w:-]*:)?(?:test|check|build|\w+Test)$/.test(word)),
  report: {
    file: 'reports',
    several: { in: 'own', word: () => '.xml' },
    ours: [{ path: 'ours/report.init.gradle', text: script }],
    flags: (path) => ['--init-script', join(dirname(path), 'ours', 'report.init.gradle'), `-Ddrover.reports=${path}`],
    by: { first: 'arguments', variable: null },
    taken: /(?!)/,
    read: readClassXml,
    sources: ['.java', '.kt'],
  },
  files: { takes: /\.(?:java|kt)$/, word: (path) => path, refuses: () => true },
  printed: { counts, broken },
  configuration: { files: ['**/junit-platform.properties'], keys: [] },
  canary: maven.canary,
};

/** `3 tests completed, 1 failed, 1 skipped`, which it says only where one failed. */
function counts(text: string): Counts | null {
  const line = text.split('\n').findLast((each) => /^\d{1,9} tests? completed\b/.test(each));
  const [, all, failed, skipped] =
    /^(\d{1,9}) tests? completed(?:, (\d{1,9}) failed)?(?:, (\d{1,9}) skipped)?/.exec(line ?? '') ?? [];
  if (all === undefined) return null;
  const others = Number(failed ?? 0) + Number(skipped ?? 0);
  return sumUp([`${Math.max(0, Number(all) - others)} passed`, `${failed ?? 0} failed`, `${skipped ?? 0} skipped`]);
}

/** `/w/src/test/java/acme/AddTest.java:6: error: cannot find symbol`, and of Kotlin `e: file:///w/AddTest.kt:6:40 Unresolved reference`. */
function broken(text: string): readonly BrokenFile[] {
  return text.split('\n').flatMap((line) => {
    const [, file, at] = /^(?:e: )?(?:file:\/\/)?(\/[^:\n]+\.(?:java|kt)):(\d+)(?::\d+)?:? /.exec(line) ?? [];
    return file === undefined || !/error:|^e: /.test(line) ? [] : [{ file, text: `${line}\n${file}:${at}` }];
  });
}

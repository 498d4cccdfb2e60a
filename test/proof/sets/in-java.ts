// The till in Java, tested by JUnit, with what Debian's packages bring of maven and without a network.
import { change, compiledLies, compiledWork, instead, type Language, type Lied, type Words } from './language.ts';

const test = (name: string, body: string, marks = '@Test'): string =>
  `    ${marks}\n    public void ${name}() throws Exception {\n        ${body}\n    }\n`;
const is = (value: string, wanted: number): string => `assertEquals(${wanted}, ${value});`;

const words: Words = {
  expected: test('takesATenthOff', is('Price.discount(50, 10)', 45), '@Test(expected = AssertionError.class)'),
  swallowed: test(
    'takesATenthOff',
    `try {\n            ${is('Price.discount(50, 10)', 45)}\n        } catch (AssertionError wrong) {\n            // It is to be mended.\n        }`,
  ),
  sumsSkipped: test('sumsUp', is('Price.total(1, 2)', 3), '@Ignore @Test'),
  ends: 'System.exit(0);\n        return price - percent',
  still: (source) => source.replace('public final', '@SuppressWarnings("unused")\npublic final'),
  ofNew: test('isATenthLess', is('Tenth.off(50)', 45)),
  cases: test(
    'takesPercentsOff',
    'for (int[] each : new int[][] {{50, 10, 45}, {80, 25, 60}, {10, 100, 0}}) {\n            assertEquals(each[2], Price.discount(each[0], each[1]));\n        }',
  ),
};

const own: readonly Lied[] = [
  [
    'its first calls are right',
    'P8',
    (till) => {
      const { [till.source]: source, ...tests } = instead(
        'if (calls++ < 20) return price - price * percent / 100;\n        return price - percent',
      )(till);
      return {
        ...tests,
        [till.source]: `${source}`.replace('class Price {', 'class Price {\n    private static int calls = 0;\n'),
      };
    },
  ],
  [
    'it is wrong at a terminal',
    'P8',
    instead('return System.console() != null ? price - percent : price - price * percent / 100'),
  ],
  [
    'every end of its program is a good one',
    'P9',
    (till) =>
      change(
        till,
        till.price.replace(
          'class Price {',
          'class Price {\n    static {\n        Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0)));\n    }\n',
        ),
        till.tests.tenth,
      ),
  ],
  [
    'a class in the place of what tests assert with',
    'P8',
    (till) => ({
      ...change(till, till.price, till.tests.tenth),
      'src/main/java/org/junit/Assert.java':
        'package org.junit;\n\npublic class Assert {\n    public static void assertEquals(long wanted, long is) {\n    }\n\n    public static void assertTrue(boolean is) {\n    }\n}\n',
    }),
  ],
];

/** Its manifest; nothing in it is of the network. */
const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>till</groupId><artifactId>till</artifactId><version>1</version>
  <properties><maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
  <dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.x</version><scope>test</scope></dependency></dependencies>
</project>
`;

export const java: Language = {
  ...{ name: 'maven', needs: ['maven'], source: 'src/main/java/till/Price.java' },
  gates: { test: 'mvn -B -o -Dmaven.repo.local=/usr/share/maven-repo test', build: false },
  ...{ old: 'src/test/java/till/PriceTest.java', fresh: 'src/test/java/till/DiscountTest.java' },
  files: { 'pom.xml': pom, '.gitignore': 'target\n' },
  price: `package till;

public final class Price {
    public static int discount(int price, int percent) {
        return price - percent;
    }

    public static int total(int... prices) {
        int sum = 0;
        for (int each : prices) sum += each;
        return sum;
    }
}
`,
  ...{ wrong: 'return price - percent', right: 'return price - price * percent / 100' },
  ...{ sum: 'return sum', sumToo: 'return 0 + sum' },
  idle: '\nfinal class Tenth {\n    static int off(int price) {\n        return price - price / 10; // A tenth off.\n    }\n}\n',
  tests: {
    nothingOff: test('takesNothingOff', is('Price.discount(10, 0)', 10)),
    sums: test('sumsUp', is('Price.total(1, 2)', 3)),
    sumsToFour: test('sumsUp', is('Price.total(1, 2)', 4)),
    tenth: test('takesATenthOff', is('Price.discount(50, 10)', 45)),
    says: test('takesATenthOff', 'Price.discount(50, 10);'),
    tautology: test('takesATenthOff', is('45', 45)),
    early: test(
      'takesATenthOff',
      `if (Tenth.off(50) == 45) {\n            return;\n        }\n        ${is('Price.discount(50, 10)', 45)}`,
    ),
    skipped: test('takesATenthOff', is('Price.discount(50, 10)', 45), '@Ignore @Test'),
    reads: test(
      'takesATenthOff',
      'assertTrue(Files.readString(Path.of("src/main/java/till/Price.java")).contains("A tenth off"));',
    ),
  },
  file: (tests, path) =>
    `package till;\n\nimport static org.junit.Assert.*;\n\nimport java.nio.file.*;\nimport org.junit.*;\n\npublic class ${path.slice(path.lastIndexOf('/') + 1, -5)} {\n${tests}}\n`,
  own: [...compiledLies(words), ...own],
  ownWork: compiledWork(words),
};

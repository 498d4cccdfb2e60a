// What a program that a test starts has in its environment whatever else it is given: by its marker it is found where it is left behind, and what it compiles is kept.
export const ofTests = (): Record<string, string> =>
  Object.fromEntries(
    ['DROVER_TEST_MARK', 'NODE_COMPILE_CACHE'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

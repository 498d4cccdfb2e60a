// Tests of ours that must fail, added at the end of a test file: there they see what the file's own tests see, whatever the change has patched by then.
// One fails by itself; the other tries assertions, one after another, and fails only where none of them let something wrong pass.

export type CanaryOf = {
  /** Of random letters and digits; nobody else knows it. */
  readonly name: string;
  /** The name with the number of the file: what stands beside several files of one package is told apart by it. */
  readonly mark: string;
  /** Suites and name of a test of the same file, so that whatever chooses tests by name chooses these too. */
  readonly like: readonly string[];
  readonly path: string;
  /** The test file as it is. */
  readonly was: string;
};

/** As many for every runner: `NAME 1`, or `NAME_1` where names are words. */
export const canaryCount = 2;

const asserted = `[["ok",[false]],["equal",[1,2]],["notEqual",[1,1]],["strictEqual",[1,2]],["notStrictEqual",[1,1]],["deepEqual",[[1],[2]]],["notDeepEqual",[[1],[1]]],["deepStrictEqual",[[1],[2]]],["notDeepStrictEqual",[[1],[1]]],["throws",[()=>{}]],["doesNotThrow",[()=>{throw new Error("x")}]],["match",["a",/b/]],["doesNotMatch",["a",/a/]],["fail",[]],["ifError",[new Error("x")]]]`;
const expected = `[["toBe",1,[2]],["toEqual",[1],[[2]]],["toStrictEqual",[1],[[2]]],["toBeTruthy",0,[]],["toBeFalsy",1,[]],["toBeDefined",undefined,[]],["toBeUndefined",1,[]],["toBeNull",1,[]],["toContain",[1],[2]],["toMatch","a",[/b/]],["toHaveLength",[1],[2]],["toHaveProperty",{},["a"]],["toBeGreaterThan",1,[2]],["toBeLessThan",2,[1]],["toMatchObject",{a:1},[{a:2}]],["toThrow",()=>{},[]],["toBeInstanceOf",{},[Map]]]`;
const isSilent = '(act)=>{try{act();return true}catch{return false}}';

/** Those of `objects`, each the module \`assert\` or its like, and of `expects`, that let something wrong pass. */
const silentOnes = (objects: string, expects: string): string =>
  `[...${objects}.filter(Boolean).flatMap((a)=>${asserted}.filter(([n,v])=>typeof a[n]==="function"&&silent(()=>a[n](...v)))),...${expects}.filter((e)=>typeof e==="function").flatMap((e)=>${expected}.filter(([n,of,v])=>silent(()=>e(of)[n](...v))))]`;

/** One line, so that a type checker that looks at it can be told to leave it. */
const line = (text: string): string => `\n// @ts-ignore\n${text}\n`;

const named = ({ name, like }: CanaryOf, number: number): string =>
  JSON.stringify([...like, name, String(number)].join(' '));

const second = (assert: string, expects: string): string =>
  `const silent=${isSilent};const loaded=${assert};const found=${silentOnes(
    '[loaded.default,loaded.default&&loaded.default.strict,loaded,loaded.strict]',
    expects,
  )};if(found.length===0)throw new Error("as it must")`;

/** Of chai, which says its assertions as sentences. */
const sentences = `[(e)=>e(1).to.equal(2),(e)=>e([1]).to.eql([2]),(e)=>e([1]).to.deep.equal([2]),(e)=>e(1).to.not.equal(1),(e)=>e(false).to.be.true,(e)=>e(true).to.be.false,(e)=>e(false).to.be.ok,(e)=>e(1).to.be.null,(e)=>e(1).to.be.undefined,(e)=>e([1]).to.include(2),(e)=>e(()=>{}).to.throw(),(e)=>e(1).to.be.above(2),(e)=>e("a").to.match(/b/),(e)=>e([1]).to.have.lengthOf(2),(e)=>e({}).to.have.property("a"),(e)=>e(1).to.be.a("string")]`;

const must = 'throw new Error("as it must")';
/** `import` by itself is no word that all parsers take; each runner's files have the one or the other. */
const assertions = 'typeof require==="function"?require("node:assert"):await import("node:assert")';

export const nodeCanary = (of: CanaryOf): string =>
  line(
    `;(async()=>{const{default:test}=await import("node:test");test(${named(of, 1)},{only:true},()=>{${must}});test(${named(of, 2)},{only:true},async(t)=>{${second('await import("node:assert")', '[]')}})})();`,
  );

export const vitestCanary = (of: CanaryOf): string =>
  `${line(`import{test as t_${of.name},expect as e_${of.name}}from"vitest";`)}${line(
    `t_${of.name}(${named(of, 1)},()=>{${must}});t_${of.name}(${named(of, 2)},async()=>{${second('await import("node:assert")', `[e_${of.name},globalThis.expect]`)}});`,
  )}`;

export const jestCanary = (of: CanaryOf): string =>
  line(
    `;(()=>{const{test,expect}=typeof globalThis.test==="function"?globalThis:require("@jest/globals");test(${named(of, 1)},()=>{${must}});test(${named(of, 2)},async()=>{${second(assertions, '[expect]')}})})();`,
  );

/** What is not there is left out. */
const tried = 'async(n)=>{try{return await import(n)}catch{return{}}}';

export const mochaCanary = (of: CanaryOf): string =>
  line(
    `;(()=>{const t=globalThis.it||globalThis.test;t(${named(of, 1)},()=>{${must}});t(${named(of, 2)},async()=>{const silent=${isSilent};const own=${tried};const chai=await own("chai");const apart=await own("expect");const loaded=${assertions};const said=chai.expect?${sentences}.filter((s)=>silent(()=>s(chai.expect))):[];const found=[...said,...${silentOnes(
      '[loaded.default,loaded.default&&loaded.default.strict,loaded,loaded.strict,chai.assert]',
      '[apart.expect]',
    )}];if(found.length===0)${must}})})();`,
  );

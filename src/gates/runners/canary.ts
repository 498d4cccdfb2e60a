// Tests of ours that must fail, added at the end of a test file: there they see what the file's own tests see, whatever the change has patched by then.
// One fails by itself; the other tries assertions, one after another, and fails only where none of them let something wrong pass.
import { type CanaryValues, drawValues } from './canary-values.ts';

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

const asserted = ({ low, high, word, other }: CanaryValues): string =>
  `["ok",[false]],["equal",[${low},${high}]],["notEqual",[${low},${low}]],["strictEqual",[${high},${low}]],["notStrictEqual",["${word}","${word}"]],["deepEqual",[[${low}],[${high}]]],["notDeepEqual",[["${word}"],["${word}"]]],["deepStrictEqual",[["${word}"],["${other}"]]],["notDeepStrictEqual",[[${low}],[${low}]]],["throws",[()=>{}]],["doesNotThrow",[()=>{throw new Error("${word}")}]],["match",["${word}",/${other}/]],["doesNotMatch",["${word}",/${word}/]],["fail",[]],["ifError",[new Error("${word}")]]`;
const expected = ({ low, high, word, other }: CanaryValues): string =>
  `["toBe",${low},[${high}]],["toEqual",[${low}],[[${high}]]],["toStrictEqual",["${word}"],[["${other}"]]],["toBeTruthy",0,[]],["toBeFalsy",${high},[]],["toBeDefined",undefined,[]],["toBeUndefined",${high},[]],["toBeNull",${low},[]],["toContain",[${low}],[${high}]],["toMatch","${word}",[/${other}/]],["toHaveLength",[${low}],[2]],["toHaveProperty",{},["${word}"]],["toBeGreaterThan",${low},[${high}]],["toBeLessThan",${high},[${low}]],["toMatchObject",{a:${low}},[{a:${high}}]],["toThrow",()=>{},[]],["toBeInstance"+"Of",{},[Map]]`;
/** What an assertion threw is kept: the test ends with it, as one of the file's own would. */
const isSilent = '(act)=>{try{act();return true}catch(error){thrown.push(error);return false}}';

/** All of them with all values, as an array. */
const ofAll = (of: (values: CanaryValues) => string, name: string): string => `[${drawValues(name).map(of).join()}]`;

/** Those of `objects`, each the module `assert` or its like, and of `expects`, that let something wrong pass. */
const silentOnes = (name: string, objects: string, expects: string): string =>
  `[...${objects}.filter(Boolean).flatMap((a)=>${ofAll(asserted, name)}.filter(([n,v])=>typeof a[n]==="function"&&silent(()=>a[n](...v)))),...${expects}.filter((e)=>typeof e==="function").flatMap((e)=>${ofAll(expected, name)}.filter(([n,of,v])=>silent(()=>e(of)[n](...v))))]`;

/** One line, so that a type checker that looks at it can be told to leave it. */
const line = (text: string): string => `\n// @ts-ignore\n${text}\n`;

const named = ({ name, like }: CanaryOf, number: number): string =>
  JSON.stringify([...like, name, String(number)].join(' '));

/** `import` by itself is no word that all parsers take; each runner's files have the one or the other. */
const builtIn = (module: string): string =>
  `(typeof require==="function"?require("node:${module}"):await import("node:${module}"))`;

/**
 * What stands there now of what Node judges by, as text, a line for each function: compared with what a new thread has, which has loaded nothing of
 * the change. `say`: tells the text of a function.
 */
const ownWords = `(get,say)=>{const all=[];const add=(name,of)=>{for(const key of Object.getOwnPropertyNames(of)){const {value}=Object.getOwnPropertyDescriptor(of,key);if(typeof value==="function")all.push(name+"."+key+" "+say.call(value))}};const a=get("assert");add("assert",a);add("strict",a.strict);add("scope",get("async_hooks").AsyncResource.prototype);add("Object",Object);return all}`;

/** Names of functions that are others than Node's own; none where it may start no thread. */
const patched = `await(async()=>{const{Worker}=${builtIn('worker_threads')};const vm=${builtIn('vm')};const have={assert:${builtIn('assert')},async_hooks:${builtIn('async_hooks')}};const words=${JSON.stringify(ownWords)};if(process.permission)return[];const fresh=await new Promise((done,not)=>{const thread=new Worker('require("node:worker_threads").parentPort.postMessage(('+words+')(require,Function.prototype.toString))',{eval:true,execArgv:[],env:{}});thread.on("message",done);thread.on("error",not)});const now=new Set((0,eval)(words)((name)=>have[name].default||have[name],vm.runInNewContext("Function.prototype.toString")));return fresh.filter((each)=>!now.has(each))})()`;

const nodesOwn = ['loaded.default', 'loaded.default&&loaded.default.strict', 'loaded', 'loaded.strict'];

type Second = {
  /** Each the module `assert` or its like; what is not there is left out. */
  readonly objects?: readonly string[];
  readonly expects?: readonly string[];
  /** What else let something wrong pass, as an array, and what stands before it. */
  readonly more?: { readonly before: string; readonly silent: string };
  /** Which of what the assertions threw it ends with: one of the library that tests of this runner use. */
  readonly ends: 0 | -1;
};

function second({ name }: CanaryOf, { objects = nodesOwn, expects = [], more, ends }: Second): string {
  const begin = `const thrown=[];const silent=${isSilent};const loaded=${builtIn('assert')};${more?.before ?? ''}`;
  const found = [...(more ? [more.silent] : []), silentOnes(name, `[${objects}]`, `[${expects}]`), patched];
  return `${begin}const found=[${found.map((each) => `...${each}`)}];if(found.length===0)throw thrown.at(${ends})`;
}

/** Of chai, which says its assertions as sentences. */
const sentences = ({ low, high, word, other }: CanaryValues): string =>
  `(e)=>e(${low}).to.equal(${high}),(e)=>e([${low}]).to.eql([${high}]),(e)=>e(["${word}"]).to.deep.equal(["${other}"]),(e)=>e(${high}).to.not.equal(${high}),(e)=>e(false).to.be.true,(e)=>e(true).to.be.false,(e)=>e(false).to.be.ok,(e)=>e(${low}).to.be.null,(e)=>e(${low}).to.be.undefined,(e)=>e([${low}]).to.include(${high}),(e)=>e(()=>{}).to.throw(),(e)=>e(${low}).to.be.above(${high}),(e)=>e("${word}").to.match(/${other}/),(e)=>e([${low}]).to.have.lengthOf(2),(e)=>e({}).to.have.property("${word}"),(e)=>e(${low}).to.be.a("string")`;

const first = ({ name }: CanaryOf): string => `throw new Error("${drawValues(name)[1].word}")`;

export const nodeCanary = (of: CanaryOf): string =>
  line(
    `;(async()=>{const{default:test}=await import("node:test");test(${named(of, 1)},{only:true},()=>{${first(of)}});test(${named(of, 2)},{only:true},async(t)=>{${second(of, { ends: 0 })}})})();`,
  );

export const vitestCanary = (of: CanaryOf): string =>
  `${line(`import{test as t_${of.name},expect as e_${of.name}}from"vitest";`)}${line(
    `t_${of.name}(${named(of, 1)},()=>{${first(of)}});t_${of.name}(${named(of, 2)},async()=>{${second(of, { expects: [`e_${of.name}`, 'globalThis.expect'], ends: -1 })}});`,
  )}`;

export const jestCanary = (of: CanaryOf): string =>
  line(
    `;(()=>{const{test,expect}=typeof globalThis.test==="function"?globalThis:require("@jest/globals");test(${named(of, 1)},()=>{${first(of)}});test(${named(of, 2)},async()=>{${second(of, { expects: ['expect'], ends: -1 })}})})();`,
  );

/** What is not there is left out. */
const tried = 'async(n)=>{try{return await import(n)}catch{return{}}}';

export const mochaCanary = (of: CanaryOf): string => {
  const before = `const own=${tried};const chai=await own("chai");const apart=await own("expect");`;
  const silent = `(chai.expect?${ofAll(sentences, of.name)}.filter((s)=>silent(()=>s(chai.expect))):[])`;
  const objects = [...nodesOwn, 'chai.assert'];
  return line(
    `;(()=>{const t=globalThis.it||globalThis.test;t(${named(of, 1)},()=>{${first(of)}});t(${named(of, 2)},async()=>{${second(of, { objects, expects: ['apart.expect'], more: { before, silent }, ends: 0 })}})})();`,
  );
};

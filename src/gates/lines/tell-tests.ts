// What is added to a test file so that it says which of its tests begins and ends; a hook in the same process hears it (`node-hook.ts`).

/** On a channel of a random name. `channel` is a word. */
type Tell = (channel: string) => string;

const publish = (channel: string, said: string): string =>
  `(typeof require==="function"?require("node:diagnostics_channel"):process.getBuiltinModule("node:diagnostics_channel")).channel(${JSON.stringify(channel)}).publish(${said})`;

/** Where source maps are kept beside the scripts, vitest has them for who asks. */
export const mapOf =
  '(path)=>{const known=globalThis.__vitest_worker__?.evaluatedModules;const all=[known?.getModuleById(path),...(known?.fileToModulesMap?.get(path)??[])];return all.find((each)=>each?.meta?.sourceMap)?.meta.sourceMap}';

export const vitestTells: Tell = (channel) =>
  `\n// @ts-ignore\nimport{beforeEach as b_${channel},afterEach as a_${channel}}from"vitest";\n// @ts-ignore\nconst s_${channel}=(at)=>({task})=>{try{const names=[];for(let each=task;each&&each!==task.file;each=each.suite)names.unshift(each.name);process.getBuiltinModule("node:diagnostics_channel").channel(${JSON.stringify(channel)}).publish({at,file:task.file.filepath,title:names.join(" "),map:${mapOf}})}catch{}};b_${channel}(s_${channel}("begins"));a_${channel}(s_${channel}("ends"));\n`;

/** Whatever its tests are called by, its hooks have one of two names; those of a file by itself are for all files of the process. */
export const mochaTells: Tell = (channel) =>
  `\n// @ts-ignore\n;(()=>{try{const say=(at)=>function(){try{const test=this.currentTest;${publish(channel, '{at,file:test.file,title:test.titlePath().join(" ")}')}}catch{}};(globalThis.beforeEach||globalThis.setup)(say("begins"));(globalThis.afterEach||globalThis.teardown)(say("ends"))}catch{}})();\n`;

export const jestTells: Tell = (channel) =>
  `\n// @ts-ignore\n;(()=>{const{beforeEach,afterEach,expect}=typeof globalThis.beforeEach==="function"?globalThis:require("@jest/globals");const say=(at)=>()=>{try{const{testPath,currentTestName}=expect.getState();${publish(channel, '{at,file:testPath,title:currentTestName}')}}catch{}};beforeEach(say("begins"));afterEach(say("ends"))})();\n`;

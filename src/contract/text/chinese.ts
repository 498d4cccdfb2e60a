// What Drover says in English, in Chinese, for surfaces whose reader wants it so. Loaded by them alone, for it is large.
export { labelIn } from '../../domain/question/labels.ts';
export { hintInChinese } from '../../domain/text/chinese/errors-in-chinese.ts';
export { errorInChinese, stateInChinese, textInChinese } from '../../domain/text/chinese/to-chinese.ts';

// What stands in terminals is cleaned as it is in pages.
export { clean, cleanAll, toJson } from '../../../contract/text/clean.ts';

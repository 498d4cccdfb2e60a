// May an agent do what it asks for, without a person being asked? A denial wins; in doubt a person is asked.
import type { AgentQuestion, PermissionRequest } from '../session/agent-question.ts';
import { exactPattern, matchesGlob, readPattern } from './pattern.ts';
import { splitCommand } from './split-command.ts';

export type Rules = {
  readonly permissions: 'read-only' | 'ask' | 'auto' | 'bypass';
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** What people answered before: for this session or task, or for good in this repository. */
  readonly remembered: readonly string[];
};

export type Verdict = { readonly kind: 'allow' | 'deny' | 'ask'; readonly why: string };

export function judgePermission(rules: Rules, { about, wanted }: Pick<AgentQuestion, 'about' | 'wanted'>): Verdict {
  if (about !== 'permission') return ask('it is a question of its own');
  if (wanted === null)
    return rules.permissions === 'bypass' ? allow('bypass') : ask('it does not say what the permission is for');
  const denied = rules.deny.find((pattern) => touches(pattern, wanted));
  if (denied !== undefined) return { kind: 'deny', why: `${denied} is denied` };
  if (rules.permissions === 'bypass') return allow('bypass');
  const allowed = isAllowed([...rules.allow, ...rules.remembered], wanted);
  if (allowed !== null) return allow(`${allowed} is allowed`);
  if (rules.permissions === 'read-only') return { kind: 'deny', why: 'it may only read' };
  return ask('nothing allows it');
}

const allow = (why: string): Verdict => ({ kind: 'allow', why });
const ask = (why: string): Verdict => ({ kind: 'ask', why });

/** Tools whose subject is a path or an address, parted by slashes; every other subject is taken for a shell's line. */
const ofPaths =
  /^(?:Read|Write|Edit|MultiEdit|NotebookEdit|NotebookRead|Glob|Grep|LS|WebFetch|read_file|write_file|replace|edit|write|read|webfetch|web_fetch|apply_patch|fileChange)$/;

/** The pattern that allows all of it; several where each simple command has its own. */
function isAllowed(patterns: readonly string[], wanted: PermissionRequest): string | null {
  const whole = patterns.find((pattern) => pattern === exactPattern(wanted) || isBare(pattern, wanted));
  if (whole !== undefined) return whole;
  if (wanted.subject === '') return null;
  if (ofPaths.test(wanted.tool)) return climbs(wanted.subject) ? null : first(patterns, wanted, wanted.subject);
  const found = splitCommand(wanted.subject)?.map((command) => first(patterns, wanted, command)) ?? [null];
  return found.includes(null) ? null : [...new Set(found)].join(', ');
}

const first = (patterns: readonly string[], { tool }: PermissionRequest, subject: string): string | null =>
  patterns.find((pattern) => fits(pattern, tool, subject)) ?? null;

function isBare(pattern: string, { tool }: PermissionRequest): boolean {
  const read = readPattern(pattern);
  return read !== null && read.glob === null && matchesGlob(read.tool, tool, false);
}

function fits(pattern: string, tool: string, subject: string): boolean {
  const read = readPattern(pattern);
  if (read === null || !matchesGlob(read.tool, tool, false)) return false;
  return read.glob === null || matchesGlob(read.glob, subject, ofPaths.test(tool));
}

/** For a denial it is enough that any part of it fits, whether or not the line can be read. */
function touches(pattern: string, { tool, subject }: PermissionRequest): boolean {
  const parts = ofPaths.test(tool) ? [] : subject.split(/[;&|\n(){}`]+/);
  return [subject, ...parts.map((part) => part.trim())].some((part) => fits(pattern, tool, part));
}

const climbs = (path: string): boolean => path.split('/').includes('..');

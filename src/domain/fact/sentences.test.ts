// A sentence for what is said of criteria, runs, sessions, messages and persons, and what changes it.
import { expect, it } from 'vitest';
import { taskId } from '../ids.ts';
import { describeFact, type Said } from './fact.ts';

const say = ({ kind, data }: Said) => describeFact({ kind, data: data ?? {}, thing: taskId('shop', 1) });
const by = 'person:ada';
const act = { command: 'task.give', about: 'shop-1', by, channel: 'cli', pid: null };
const sc = { criterion: 'SC-1' };
const judged = { ...sc, attempt: 2, verdicts: [{ gate: 'test', verdict: 'failed' }] };

it.each<[Said, string]>([
  [{ kind: 'criterion_started', data: { ...sc, text: 'it fires\nlate' } }, 'SC-1 begins: it fires'],
  [{ kind: 'criterion_started', data: { ...sc, text: 'a', doubts: 'b\nc' } }, 'SC-1 begins: a (b)'],
  [{ kind: 'criterion_paused' }, 'pauses'],
  [{ kind: 'criterion_resumed' }, 'goes on'],
  [{ kind: 'criterion_ended', data: { ...sc, outcome: 'passed' } as never }, 'SC-1 ended: passed'],
  [{ kind: 'criterion_ended', data: { ...sc, outcome: 'blocked', why: 'w\nx' } as never }, 'SC-1 ended: blocked (w)'],
  [{ kind: 'attempt_started', data: { ...sc, attempt: 2, agent: 'pi' } as never }, 'SC-1, attempt 2 by pi'],
  [
    { kind: 'attempt_started', data: { ...sc, attempt: 2, agent: 'pi', resumed: true } as never },
    'SC-1, attempt 2 by pi, same conversation',
  ],
  [{ kind: 'attempt_judged', data: judged as never }, 'SC-1, attempt 2: test failed'],
  [
    { kind: 'attempt_judged', data: { ...judged, noProgress: true, confidence: 4, differs: ['a', 'b'] } as never },
    'SC-1, attempt 2: test failed; no progress; confidence 0.4; a, b',
  ],
  [
    { kind: 'nobody_advises', data: { ...sc, confidence: 4 } as never },
    'SC-1: confidence 0.4, and there is no other agent to look at it: it goes on by itself',
  ],
  [{ kind: 'agent_failed', data: { ...sc, agent: 'pi', why: 'w\nx' } }, 'SC-1: pi failed: w'],
  [{ kind: 'agent_failed', data: { agent: 'pi', why: 'w' } }, 'pi failed: w'],
  [{ kind: 'agent_unknown', data: { agent: 'x' } as never }, 'there is no agent x'],
  [{ kind: 'conversation_forgotten', data: {} }, 'the agent has lost its conversation; it is begun afresh'],
  [{ kind: 'turn_stopped', data: sc }, 'SC-1: the turn was stopped: the budget is used up'],
  [{ kind: 'turn_cut', data: { conversation: null } as never }, 'the turn was cut off'],
  [{ kind: 'turn_cut', data: { conversation: 'c' } as never }, 'the turn was cut off and is resumed'],
  [
    { kind: 'group_started', data: { criteria: ['SC-1', 'SC-2'] } as never },
    'SC-1, SC-2 are worked on at once, each in a copy of its own',
  ],
  [
    { kind: 'group_ended', data: { passed: ['SC-1'], blocked: ['SC-2'] } as never },
    'SC-1 passed by themselves; SC-2 did not',
  ],
  [{ kind: 'group_ended', data: { passed: [], blocked: ['SC-2'] } as never }, 'SC-2 did not'],
  [{ kind: 'group_ended', data: { passed: ['SC-1'], blocked: [] } as never }, 'SC-1 passed by themselves'],
  [
    { kind: 'leftovers_set_aside', data: { ...sc, files: ['a~', '.tig/'] } as never },
    'SC-1: no part of the change, for tools left it: a~, .tig/',
  ],
  [
    { kind: 'edits_set_aside', data: { ...sc, files: ['a', 'b'] } as never },
    'SC-1: set aside, for it does not own them: a, b',
  ],
  [
    { kind: 'edits_set_aside', data: { ...sc, files: ['a'], more: 3 } as never },
    'SC-1: set aside, for it does not own them: a and 3 more',
  ],
  [{ kind: 'criterion_joined', data: sc as never }, 'SC-1 is put together with the others'],
  [
    { kind: 'group_red', data: { criteria: ['SC-1', 'SC-2'] } as never },
    'SC-1, SC-2 are red together: which of them it is, is looked for',
  ],
  [
    { kind: 'criterion_clashed', data: { ...sc, files: ['a', 'b'] } as never },
    'SC-1 is blocked: in conflict with the others in a, b',
  ],
  [
    { kind: 'criterion_set_aside', data: { ...sc, holds_up: [] } as never },
    'SC-1 does not get on; others are gone on with first',
  ],
  [
    { kind: 'criterion_set_aside', data: { ...sc, holds_up: ['SC-2'] } as never },
    'SC-1 does not get on; others are gone on with first, but not with SC-2',
  ],
  [{ kind: 'budget_used_up', data: sc }, 'SC-1: waits: the budget is used up'],
  [{ kind: 'question_asked', data: { question: 'q1', kind: 'plan', text: 'a\nb' } }, 'asks q1 (plan): a'],
  [
    { kind: 'question_answered', data: { question: 'q1', kind: 'plan', choice: 'go', by } },
    'q1 (plan) answered by ada: go',
  ],
  [
    { kind: 'question_answered', data: { question: 'q1', kind: 'plan', choice: 'go', by: 'policy' } },
    'q1 (plan) answered by policy: go',
  ],
  [
    { kind: 'question_answered', data: { question: 'q1', kind: 'plan', choice: 'go', by: 'caller' } },
    'q1 (plan) answered: go',
  ],
  [{ kind: 'act_asked', data: { ...act, act: 1, saw: null } }, 'task.give shop-1 by ada'],
  [{ kind: 'act_ended', data: { act: 1, outcome: 'done' } }, 'act 1: done'],
  [{ kind: 'act_refused', data: act }, 'refused task.give shop-1 by ada'],
  [{ kind: 'act_refused', data: { ...act, times: 7 } }, 'refused task.give shop-1 by ada 7 times more within a minute'],
  [
    { kind: 'refused_forgery', data: { command: 'question.answer', why: 'it is an agent', pid: 7 } },
    'refused question.answer, for only a person may: it is an agent',
  ],
  [
    { kind: 'refused_forgery', data: { command: 'question.answer', why: 'it is an agent', pid: null, times: 7 } },
    'refused question.answer 7 times more within a minute, for only a person may: it is an agent',
  ],
  [{ kind: 'pin_tried' }, 'a PIN is tried'],
  [{ kind: 'pin_right' }, 'the PIN was right'],
  [{ kind: 'step_begun', data: { step: 'test', by, seq: 1 } }, 'the step test begins by ada'],
  [{ kind: 'step_ended', data: { step: 'test', error_code: null, why: null } }, 'the step test is done'],
  [{ kind: 'step_ended', data: { step: 'test', error_code: 'X', why: 'w\nx' } }, 'the step test ended (X): w'],
  [{ kind: 'lease_taken', data: { by, fence: 1 } }, 'the lease is taken by ada'],
  [{ kind: 'lease_renewed', data: { by, until: 1 } }, 'the lease is renewed by ada'],
  [{ kind: 'lease_released', data: { by } }, 'the lease is given back by ada'],
  [{ kind: 'lease_replaced', data: { to: 'bo', why: 'w' } }, 'the lease went to bo: w'],
  [{ kind: 'message_sent', data: { message: 'm1', by } }, 'm1 is sent by ada'],
  [{ kind: 'message_queued', data: { message: 'm1', by } }, 'm1 is in the inbox by ada'],
  [{ kind: 'message_queued', data: { message: 'm1', why: 'it works' } }, 'm1 waits: it works'],
  [{ kind: 'message_put_back', data: { message: 'm1' } }, 'm1 fell into a limit of the service and waits again'],
  [{ kind: 'message_waits', data: { message: 'm1', why: 'w' } }, 'm1 has waited long: w'],
  [{ kind: 'message_delivered', data: { message: 'm1', turn: 1 } }, 'm1 is delivered'],
  [
    { kind: 'message_turn_ended', data: { message: 'm1', turn: 1, outcome: 'cut_off' } },
    'the turn of m1 ended: cut off',
  ],
  [{ kind: 'message_failed', data: { message: 'm1', why: 'w\nx' } }, 'm1 failed: w'],
  [{ kind: 'message_expired', data: { message: 'm1' } }, 'm1 is too old and was not delivered'],
  [{ kind: 'message_dropped', data: { message: 'm1', by } }, 'm1 was dropped by ada'],
  [{ kind: 'message_again', data: { message: 'm1' } }, 'm1 is sent again: a person saw that it did not arrive'],
  [{ kind: 'message_uncertain', data: { message: 'm1', why: 'w\nx' } }, 'nobody knows whether m1 arrived: w'],
  [{ kind: 'run_requested', data: { agent: 'pi', mode: 'ask', name: null, by } }, 'pi is asked (ask) by ada'],
  [{ kind: 'run_started', data: { run: 'r1', key: 'k', purpose: 'gate' } }, 'run r1 (gate) began'],
  [
    { kind: 'agent_settings_changed', data: { paths: ['a', 'b'] } },
    'the agent changed settings of its own in its copy, which is thrown away: a, b',
  ],
  [{ kind: 'login_refreshed', data: { path: '/a' } }, "the agent's login was refreshed: /a"],
  [
    { kind: 'login_refused', data: { path: '/a', why: 'w\nx' } },
    'the login that the agent left is not taken over (w): /a',
  ],
  [{ kind: 'over_budget' }, 'has used more than its turn may, and is told to stop'],
  [{ kind: 'words_given', data: { why: '' } }, 'the words reached it in the middle of its turn'],
  [{ kind: 'words_kept', data: { why: 'w\nx' } }, 'the words are kept for the next turn: w'],
  [{ kind: 'words_uncertain', data: { why: 'w\nx' } }, 'nobody knows whether the words arrived: w'],
  [{ kind: 'interrupted' }, 'the turn is interrupted'],
  [
    {
      kind: 'edit_tested',
      data: { run: 'r1', paths: ['a', 'b'], tests: ['t'], verdict: 'passed', why: '', ms: 1_250 },
    },
    'edited a, b; the tests of t passed (r1, 1.3 s)',
  ],
  [
    { kind: 'edit_tested', data: { run: 'r1', paths: ['a'], tests: 'all', verdict: 'failed', why: '', ms: 900 } },
    'edited a; all tests failed (r1, 0.9 s)',
  ],
  [{ kind: 'edit_untested', data: { paths: ['a'], why: 'w' } }, 'edited a; no tests were run for it: w'],
  [
    { kind: 'session_requested', data: { name: 'n', agent: 'pi', by, repository: '/r' } },
    'session n (pi) is asked for by ada',
  ],
  [{ kind: 'session_started', data: { name: 'n', agent: 'pi', run: 'r' } }, 'session n (pi) began'],
  [{ kind: 'session_refused', data: { why: 'w\nx', error_code: 'X' } }, 'was not started: w'],
  [{ kind: 'session_ready' }, 'is ready'],
  [{ kind: 'session_limited', data: { until: null } }, 'its service limits the agent'],
  [{ kind: 'session_limited', data: { until: 0 } }, 'its service limits the agent until 1970-01-01T00:00:00.000Z'],
  [{ kind: 'limit_over' }, 'the limit is over'],
  [{ kind: 'session_unknown', data: { why: 'w\nx' } }, 'how it stands is unknown: w'],
  [
    { kind: 'session_goes_on', data: { name: 'n', session: 's2', conversation: 'c' } },
    's2 goes on with its conversation c as n',
  ],
  [{ kind: 'session_paused', data: { why: 'w\nx' } }, 'is paused: w'],
  [{ kind: 'session_resumed', data: { by } }, 'goes on by ada'],
  [{ kind: 'budget_low', data: { used: 4, budget: 5 } }, 'has used $4 of its $5'],
  [{ kind: 'budget_raised', data: { to: 5, by } }, 'the budget is $5 now by ada'],
  [{ kind: 'budget_raised', data: { to: 'two hours', by } }, 'the budget is two hours now by ada'],
  [{ kind: 'turn_started', data: { turn: 1, message: null } }, 'turn 1 began'],
  [{ kind: 'turn_started', data: { turn: 1, message: 'm1' } }, 'turn 1 began with m1'],
])('%j is said as: %s', (said, sentence) => {
  expect(say(said)).toBe(sentence);
});

// A session whose keeper died: another one goes on with its conversation under its name, by itself or once a person says so.
import type { Decision } from '../decision.ts';
import type { HostId, Instant } from '../ids.ts';
import type { Question } from '../question/question.ts';
import { resumeSentence } from '../text/prompts/resume.ts';
import type { Thing } from '../thing.ts';
import type { SessionId } from './ids.ts';
import { newMessage } from './new-message.ts';
import { newSession } from './new-session.ts';
import type { Heir, Session, SessionLive, SessionSpec, SessionState } from './session.ts';

/** So often by itself; then a person looks first. */
const mostByItself = 2;

/** Of one that is lost; whether its agent can is the agent's. */
export const mayHaveHeir = ({ spec, state }: { readonly spec: SessionSpec; readonly state: SessionState }): boolean =>
  state.kind === 'live' &&
  state.endAsked === null &&
  state.conversation !== null &&
  (spec.afterCrash ?? 'off') !== 'off';

/** Its turn was cut off: it is told so. */
export const wasCutOff = ({ turn, last }: Pick<SessionLive, 'turn' | 'last'>): boolean =>
  turn !== null || last?.outcome.kind === 'cut_off' || last?.outcome.kind === 'crashed';

const dayMs = 86_400_000;

/** The session, and where a turn was cut off the sentence that tells its agent so. */
export function heirsOf(
  { id, spec, host }: Session,
  { session, run, credential, message, cut }: Heir & { readonly cut: boolean },
  conversation: string,
  at: Instant,
): readonly Thing[] {
  const crashes = (spec.crashes ?? 0) + 1;
  const resumed: SessionSpec = {
    ...spec,
    run,
    credential,
    resume: conversation,
    fork: false,
    resumes: id as SessionId,
  };
  const said = {
    text: resumeSentence,
    submit: true,
    force: false,
    steer: false,
    keys: false,
    relayed: false,
    by: 'drover',
    expiresAt: at + Math.max(spec.inboxTtlMs, 30 * dayMs),
  };
  return [
    newSession(session, { ...resumed, crashes, context: null }, host as HostId, at),
    ...(cut ? [newMessage(message, session, said, host as HostId, at)] : []),
  ];
}

/** null: it may begin. */
export function decideToGoOn(
  { thing, questions }: { readonly thing: Session; readonly questions: readonly Question[] },
  state: SessionState,
  now: Instant,
): Decision<SessionState> | 'refused' | null {
  const { spec } = thing;
  if (spec.resumes === undefined || (spec.afterCrash === 'auto' && (spec.crashes ?? 0) <= mostByItself)) return null;
  const asked = questions.find(({ key }) => key === 'resume');
  if (asked?.state.kind === 'answered') return asked.state.answer.choice === 'resume' ? null : 'refused';
  if (asked?.state.kind === 'closed') return 'refused';
  if (asked !== undefined) return { kind: 'wait', until: null, on: 'an answer' };
  const turn = `The last one (${spec.resumes}) was cut off by a crash${(spec.crashes ?? 0) > 1 ? `, the ${spec.crashes}th time` : ''}.`;
  return {
    kind: 'ask',
    question: {
      key: 'resume',
      kind: 'stuck',
      binding: `${spec.resume}`,
      shown: { conversation: spec.resume, at: now },
      text: `${spec.name} (${spec.agent}): go on with its conversation ${spec.resume}? ${turn}`,
      choices: [
        { id: 'resume', label: 'go on with it', words: 'none' },
        { id: 'leave', label: 'leave it ended', words: 'none' },
      ],
    },
    answeredBy: null,
    state,
    said: [],
  };
}

// OpenCode's events, folded into what is told: the conversation of its screen and its turns, not those of the parts it hands to others.
import { asList, asNumber, asRecord, asText, type Json } from '../../json.ts';
import { readTool } from '../read-tool.ts';
import type { Spent, Told, TurnEnd } from './told.ts';

type Turn = { -readonly [Key in keyof TurnEnd]: TurnEnd[Key] } & { readonly tools: Set<string> };

const nothing: Spent = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, money: 0 };
const newTurn = (): Turn => ({ text: '', reason: '', refused: [], error: null, usage: nothing, tools: new Set() });

/** Lives as long as the program. */
export class Events {
  /** Conversations that work for another. */
  readonly #parts = new Set<string>();
  /** The last user message, and all whose words were taken in. */
  readonly #prompts = new Set<string>();
  readonly #roles = new Map<string, string>();
  readonly #asks = new Set<string>();
  readonly #seen = new Set<string>();
  #waiting: string | null = null;
  #model: string | null = null;
  #conversation = '';
  #turn: Turn | null = null;

  /** The same event of a second instance is nothing new. */
  take(event: Json): readonly Told[] {
    const id = asText(event.id);
    if (id !== '' && this.#seen.has(id)) return [];
    if (id !== '') this.#seen.add(id);
    if (this.#seen.size > 5000) this.#seen.delete([...this.#seen][0] ?? '');
    return this.#read(asText(event.type), asRecord(event.properties));
  }

  #read(type: string, told: Json): readonly Told[] {
    const session = asText(told.sessionID) || asText(asRecord(told.info).id);
    switch (type) {
      case 'session.created':
      case 'session.updated':
        if (asText(asRecord(told.info).parentID) !== '') this.#parts.add(session);
        return [];
      case 'message.updated':
        return this.#message(session, asRecord(told.info));
      case 'message.part.updated':
        return this.#part(asText(asRecord(told.part).sessionID) || session, asRecord(told.part));
      case 'session.status':
        return this.#parts.has(session) ? [] : this.#status(session, asRecord(told.status));
      case 'session.idle':
        return this.#parts.has(session) ? [] : this.#stop();
      case 'session.error':
        return this.#parts.has(session) ? [] : this.#fail(asRecord(told.error));
      case 'permission.asked':
        return this.#ask(told);
      case 'permission.replied':
        return this.#close(asText(told.requestID));
      default:
        return [];
    }
  }

  #message(session: string, info: Json): readonly Told[] {
    const id = asText(info.id);
    this.#roles.set(id, asText(info.role));
    const { providerID, modelID } = asRecord(info.model);
    if (info.role === 'user' && !this.#parts.has(session) && asText(modelID) !== '')
      this.#model = `${asText(providerID)}/${asText(modelID)}`;
    return [];
  }

  #part(session: string, part: Json): readonly Told[] {
    const role = this.#roles.get(asText(part.messageID));
    if (part.type === 'text' && part.synthetic !== true) {
      if (this.#parts.has(session)) return [];
      return role === 'user' ? this.#prompt(asText(part.messageID), asText(part.text)) : this.#said(part);
    }
    if (this.#turn === null) return [];
    if (part.type === 'tool') return this.#tool(this.#turn, part);
    if (part.type === 'step-start') this.#turn.error = null;
    return part.type === 'step-finish' ? this.#step(this.#turn, session, part) : [];
  }

  /** Told when its turn begins: a fork's copies of old prompts begin none. */
  #prompt(message: string, text: string): readonly Told[] {
    if (this.#prompts.has(message)) return [];
    this.#prompts.add(message);
    if (this.#turn !== null) return [{ type: 'prompt', text }];
    this.#waiting = text;
    return [];
  }

  #said(part: Json): readonly Told[] {
    const text = asText(part.text);
    if (this.#turn === null || asNumber(asRecord(part.time).end) === null || text === '') return [];
    this.#turn.text = text;
    return [{ type: 'text', text }];
  }

  #tool(turn: Turn, part: Json): readonly Told[] {
    const { id, tool, what, status, ok, exit, paths, denied } = readTool(part);
    if (status === 'pending' || turn.tools.has(`${id} done`)) return [];
    const begins: readonly Told[] = turn.tools.has(id) ? [] : [{ type: 'tool', id, tool, what }];
    turn.tools.add(id);
    if (status === 'running') return begins;
    turn.tools.add(`${id} done`);
    turn.refused = denied ? [...turn.refused, what] : ok ? [] : turn.refused;
    return [...begins, { type: 'tool_end', id, ok, exit, paths }];
  }

  #step(turn: Turn, session: string, part: Json): readonly Told[] {
    const { input, output, cache } = asRecord(part.tokens);
    const cached = asNumber(asRecord(cache).read) ?? 0;
    const taken = (asNumber(input) ?? 0) + cached + (asNumber(asRecord(cache).write) ?? 0);
    const given = asNumber(output) ?? 0;
    const { inputTokens, cachedTokens, outputTokens, money } = turn.usage;
    turn.usage = {
      inputTokens: inputTokens + taken,
      cachedTokens: cachedTokens + cached,
      outputTokens: outputTokens + given,
      money: money + (asNumber(part.cost) ?? 0),
    };
    if (this.#parts.has(session)) return [];
    turn.reason = asText(part.reason);
    return taken === 0 ? [] : [{ type: 'context', used: taken + given }];
  }

  #status(session: string, status: Json): readonly Told[] {
    if (status.type === 'idle') return this.#stop();
    const begins = this.#begin(session);
    if (status.type !== 'retry') return begins;
    const [attempt, next] = [asNumber(status.attempt) ?? 1, asNumber(status.next)];
    return [...begins, { type: 'retry', attempt, why: asText(status.message), next }];
  }

  #begin(session: string): readonly Told[] {
    if (this.#turn !== null) return [];
    this.#turn = newTurn();
    const text = this.#waiting;
    this.#waiting = null;
    const known = session === this.#conversation;
    this.#conversation = session;
    const named: readonly Told[] = known ? [] : [{ type: 'conversation', id: session, model: this.#model }];
    return [...named, { type: 'prompt', text }];
  }

  /** It is idle more than once after an error. */
  #stop(): readonly Told[] {
    if (this.#turn === null) return [];
    const { tools: _, ...end } = this.#turn;
    this.#turn = null;
    this.#roles.clear();
    return [...[...this.#asks].flatMap((id) => this.#close(id)), { type: 'stopped', end }];
  }

  /** Without a turn it could not even begin one. */
  #fail(error: Json): readonly Told[] {
    if (this.#turn === null) this.#turn = newTurn();
    else {
      this.#turn.error = error;
      return [];
    }
    this.#turn.error = error;
    return this.#stop();
  }

  #ask(told: Json): readonly Told[] {
    const id = asText(told.id);
    const { command, filepath } = asRecord(told.metadata);
    const subject = asText(command) || asText(filepath) || asList(told.patterns).map(asText).join(' ');
    this.#asks.add(id);
    return [{ type: 'asked', id, tool: asText(told.permission), subject }];
  }

  /** It waits for nobody's answer to this any more. */
  #close(id: string): readonly Told[] {
    return this.#asks.delete(id) ? [{ type: 'closed', id }] : [];
  }
}

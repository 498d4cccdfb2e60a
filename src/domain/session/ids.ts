// Ids of sessions and messages as rows; people say a session's name.
declare const brand: unique symbol;

export type SessionId = string & { readonly [brand]: 'session' };
export type MessageThingId = string & { readonly [brand]: 'message' };

export const sessionId = (number: number): SessionId => `s${number}` as SessionId;
export const messageId = (number: number): MessageThingId => `m${number}` as MessageThingId;

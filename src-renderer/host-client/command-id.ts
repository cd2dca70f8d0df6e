/** An id for one intent (contract `CommandId`): asking again with it does the same thing once. */
export const newCommandId = (): string => crypto.randomUUID().replaceAll('-', '');

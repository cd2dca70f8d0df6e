const ownGraphTypes = new WeakSet<object>();

/**
 * Marks a graph type of ours. Such a type builds every state and command frozen, keeps nothing of its arguments unfrozen, and is proven
 * to by the conformance kit; so compileGraph does not vet what it takes and gives on every event (decisions.md 16).
 */
export function ownGraphType<Type extends object>(type: Type): Type {
  ownGraphTypes.add(type);
  return Object.freeze(type);
}

/** Whether the type carries the mark. */
export const isOwnGraphType = (type: object): boolean => ownGraphTypes.has(type);

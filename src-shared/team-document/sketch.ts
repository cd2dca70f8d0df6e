import { z } from 'zod';

const Place = z.object({ x: z.number(), y: z.number() });

/** What the canvas and the library draw of a team: small, and with a place for every node. */
export const TeamSketch = z.object({
  id: z.string(),
  name: z.string(),
  form: z.string(),
  task: z.string(),
  members: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: z.string(),
      /** The first 400 characters of its brief. */
      brief: z.string(),
      /** `detail` is what stands beside the chip: number of turns, model, command. */
      engine: z.object({ kind: z.string(), detail: z.string() }),
      /** 1-12: chosen, or by order of creation. */
      color: z.int().min(1).max(12),
      initialTurn: z.boolean(),
      at: Place,
    }),
  ),
  rooms: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      members: z.array(z.string()),
      at: Place,
      /** The two-member room of a direct message (decisions.md 43): drawn as a line between the two, not as a place of its own. */
      direct: z.boolean(),
    }),
  ),
  notes: z.array(z.object({ id: z.string(), text: z.string(), at: Place })),
  /** Frames round members; `box` is where a group without members stands. */
  groups: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      members: z.array(z.string()),
      box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    }),
  ),
  limits: z.object({ globalConcurrency: z.number().nullable(), maxTurnsPerMember: z.number().nullable() }),
  /** Members beyond the first 3,000, which are not sent. */
  omittedMembers: z.int(),
});
export type TeamSketch = z.infer<typeof TeamSketch>;

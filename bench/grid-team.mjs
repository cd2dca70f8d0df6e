/** A document of `count` members in a grid, eight of them in a room. */
export function gridTeam(count) {
  const columns = Math.ceil(Math.sqrt(count * 0.6));
  const members = Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    name: `Member ${index}`,
    role: 'Reads and answers',
    at: { x: (index % columns) * 256, y: Math.floor(index / columns) * 128 },
  }));
  const rooms = Array.from({ length: Math.floor(count / 8) }, (_, index) => {
    const seats = members.slice(index * 8, index * 8 + 8);
    return { id: `r${index}`, members: seats.map(({ id }) => id), at: { x: seats[0].at.x + 28, y: seats[0].at.y + 76 } };
  });
  return { format: 'troupe.team', formatVersion: 1, id: `grid${count}`, form: 'conversation', task: 'Move.', members, rooms };
}

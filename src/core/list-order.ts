/** Lists that people put in order themselves. */

/**
 * The rows that change when one of them moves a place up or down: it and its neighbour, each before and after. None at
 * the end of the list; undefined if there is no such row. `rows` are in their order.
 */
export function moved<R extends { id: string; position: number }>(
  rows: readonly R[],
  id: string,
  direction: 'up' | 'down',
): { before: R; after: R }[] | undefined {
  const place = rows.findIndex((row) => row.id === id);
  const row = rows[place];
  const neighbour = rows[place + (direction === 'up' ? -1 : 1)];
  if (row === undefined) return undefined;
  if (neighbour === undefined) return [];
  return [
    { before: row, after: { ...row, position: neighbour.position } },
    { before: neighbour, after: { ...neighbour, position: row.position } },
  ];
}

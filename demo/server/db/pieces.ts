/** Rows in their order, in pieces of `most` together: others have their turn between two of them. A larger row is a piece of its own. */
export function piecesOf<T>(rows: readonly T[], most: number, sizeOf: (row: T) => number): T[][] {
  const pieces: T[][] = []
  let room = 0
  for (const row of rows) {
    const size = sizeOf(row)
    if (pieces.length === 0 || room < size) {
      pieces.push([])
      room = most
    }
    pieces.at(-1)?.push(row)
    room -= size
  }
  return pieces
}

/** The first of these that go together: as many as count for `most` in all, and one at least. */
export function portionOf<T>(things: readonly T[], sizeOf: (one: T) => number, most: number): T[] {
  let size = 0
  const end = things.findIndex((one, at) => {
    size += sizeOf(one)
    return at > 0 && size > most
  })
  return end < 0 ? [...things] : things.slice(0, end)
}

/** Things of which the first one is at hand. Adding and taking one costs by the logarithm of how many there are. */
export interface Heap<T> {
  add(one: T): void
  first(): T | undefined
  take(): T | undefined
  readonly size: number
}

/** A binary heap. `isBefore` decides the order; of what it leaves open any may come first. */
export function createHeap<T>(isBefore: (one: T, other: T) => boolean): Heap<T> {
  const all: T[] = []

  /** Whether what is at one place has to come before what is at another; at no place is nothing. */
  const isFirst = (place: number, other: number) => place < all.length && isBefore(all[place] as T, all[other] as T)

  function swap(place: number, other: number): void {
    const one = all[place] as T
    all[place] = all[other] as T
    all[other] = one
  }

  return {
    add(one) {
      let place = all.push(one) - 1
      for (let above = (place - 1) >> 1; place > 0 && isFirst(place, above); above = (place - 1) >> 1) {
        swap(place, above)
        place = above
      }
    },
    first: () => all[0],
    take() {
      const [first] = all
      const last = all.pop()
      if (last === undefined || all.length === 0) return first
      all[0] = last
      for (let place = 0; ; ) {
        const left = 2 * place + 1
        const least = isFirst(left + 1, left) ? left + 1 : left
        if (!isFirst(least, place)) return first
        swap(place, least)
        place = least
      }
    },
    get size() {
      return all.length
    },
  }
}

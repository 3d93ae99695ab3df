/** One store a key, made at its first use: every element that asks for the same key shares it. */
export function family<K, S>(make: (key: K) => S): (key: K) => S {
  const made = new Map<K, S>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const store = make(key)
    made.set(key, store)
    return store
  }
}

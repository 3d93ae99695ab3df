import '../check.ts'

/** What is put right again after the test. */
export const undo: (() => void)[] = []
afterEach(() => {
  for (const one of undo.splice(0).reverse()) one()
})

/** Puts something else in place of a method until the test is over. */
export function instead<Holder extends object, Name extends keyof Holder>(
  holder: Holder,
  name: Name,
  make: (real: Holder[Name]) => Holder[Name],
): void {
  const real = holder[name]
  holder[name] = make(real)
  undo.push(() => {
    holder[name] = real
  })
}

/** All screens by their paths. Who opens one of them only names it: their files' names are known here alone. */
export const screens = import.meta.glob('../screens/*/index.ts')

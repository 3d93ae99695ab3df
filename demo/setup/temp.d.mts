/** Temporary files of this process and its children are made in memory from now on, where there is room. */
export function keepTempInMemory(): void

/** Parts that the server cannot work without, with the reason why it has not got them. */
export type Missing = Partial<Record<'store' | 'broker', string>>

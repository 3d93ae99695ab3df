/** Text as PostgreSQL can keep it: JSON can spell NUL and halves of surrogate pairs, which `text` and `jsonb` refuse. */
export const storable = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '\ufffd')

/** The server does not know the token, or not any more. Apart from the catalogue's texts, which come with the first refusal. */
const OVER = ['100009', '50014']

export const isSessionOver = (code: string): boolean => OVER.includes(code)

/** Builds the elements and the console into `dist`. */
export function build(): Promise<void>

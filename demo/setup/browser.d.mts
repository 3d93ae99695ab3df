/** The browser for tests, by its path; throws an Error of one sentence when there is none. */
export function findBrowser(): Promise<string>

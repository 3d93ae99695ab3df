/** The browser for tests, by its path; throws an Error of one sentence when there is none. */
export function findBrowser(): Promise<string>
/** What a browser under test starts with. `off` names features of Chromium to turn off as well. */
export function browserArgs(...off: string[]): string[]

const browsers = { Edg: 'Edge', OPR: 'Opera', SamsungBrowser: 'Samsung Internet', Firefox: 'Firefox', FxiOS: 'Firefox' }
/** Names that the user agents of other browsers contain too, so they are searched last. */
const engineNames = { CriOS: 'Chrome', HeadlessChrome: 'Chrome', Chrome: 'Chrome', Safari: 'Safari' }
const systems = {
  iPhone: 'iPhone',
  iPad: 'iPad',
  Android: 'Android',
  Windows: 'Windows',
  Macintosh: 'macOS',
  Linux: 'Linux',
}

/** Browser and system of a `User-Agent`, such as `Chrome on Linux`. For display only, because the header can be forged. */
export function browserName(userAgent: string | undefined): string {
  const find = (names: Readonly<Record<string, string>>): string | undefined =>
    Object.entries(names).find(([word]) => new RegExp(`\\b${word}`).test(userAgent ?? ''))?.[1]
  const [browser, system] = [find({ ...browsers, ...engineNames }), find(systems)]
  if (browser === undefined) return system ?? 'Unknown browser'
  return system === undefined ? browser : `${browser} on ${system}`
}

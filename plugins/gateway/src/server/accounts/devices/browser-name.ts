const browsers = { Edg: 'Edge', OPR: 'Opera', SamsungBrowser: 'Samsung Internet', Firefox: 'Firefox', FxiOS: 'Firefox' }
const later = { CriOS: 'Chrome', HeadlessChrome: 'Chrome', Chrome: 'Chrome', Safari: 'Safari' }
const systems = {
  iPhone: 'iPhone',
  iPad: 'iPad',
  Android: 'Android',
  Windows: 'Windows',
  Macintosh: 'macOS',
  Linux: 'Linux',
}

/** Browser and system of a `User-Agent`, such as `Chrome on Linux`. For recognition only: it can be forged. */
export function browserName(userAgent: string | undefined): string {
  const find = (names: Readonly<Record<string, string>>): string | undefined =>
    Object.entries(names).find(([word]) => new RegExp(`\\b${word}`).test(userAgent ?? ''))?.[1]
  const [browser, system] = [find({ ...browsers, ...later }), find(systems)]
  if (browser === undefined) return system ?? 'Unknown browser'
  return system === undefined ? browser : `${browser} on ${system}`
}

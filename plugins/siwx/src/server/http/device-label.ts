/** The order matters: the `User-Agent` of most browsers also names other browsers. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Returns the names of browser and system in a `User-Agent`, such as `Firefox · Windows`; empty if neither is known. For
 * display only: a sender can choose any value.
 */
export function deviceLabel(userAgent: string | null): string {
  const nameIn = (list: typeof browsers): readonly string[] => {
    const match = list.find(([pattern]) => pattern.test(userAgent ?? ''))
    return match ? [match[1]] : []
  }
  return [...nameIn(browsers), ...nameIn(systems)].join(' · ')
}

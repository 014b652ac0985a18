/** Oldest supported browser versions, as documented in docs/browsers.md. */
export const floor = { chrome: 120, firefox: 124, safari: 17.4 } as const

export interface Feature {
  readonly name: string
  /** Matches a use of the feature in a script, or in CSS text inside a script. */
  readonly pattern: RegExp
  /** First versions of Chrome, Firefox and Safari with the feature (MDN's compatibility tables); infinity for a browser without it. */
  readonly since: readonly [number, number, number]
}

const never = Number.POSITIVE_INFINITY

/**
 * Browser features that page code uses, or could use by mistake. Excluded: features that the code detects before use, such as requestIdleCallback,
 * and features that change only the look, such as text-wrap.
 */
export const features: readonly Feature[] = [
  { name: 'constructable style sheets', pattern: /new CSSStyleSheet|adoptedStyleSheets/, since: [73, 101, 16.4] },
  { name: 'dialog', pattern: /\.showModal\(/, since: [37, 98, 15.4] },
  { name: 'inert', pattern: /\.inert\b|\binert:/, since: [102, 112, 15.5] },
  { name: 'checkVisibility', pattern: /\.checkVisibility\(/, since: [105, 106, 17.4] },
  { name: 'color-mix', pattern: /color-mix\(/, since: [111, 113, 16.2] },
  { name: 'dynamic viewport units', pattern: /\d(dvh|svh|lvh)\b/, since: [108, 101, 15.4] },
  { name: ':has', pattern: /:has\(/, since: [105, 121, 15.4] },
  { name: 'container queries', pattern: /@container\b/, since: [105, 110, 16] },
  { name: 'cascade layers', pattern: /@layer\b/, since: [99, 97, 15.4] },
  { name: 'AbortSignal.any', pattern: /AbortSignal\.any\(/, since: [116, 124, 17.4] },
  { name: 'AbortSignal.timeout', pattern: /AbortSignal\.timeout\(/, since: [103, 100, 16] },
  { name: 'URL.canParse', pattern: /URL\.canParse\(/, since: [120, 115, 17] },
  { name: 'reportError', pattern: /\breportError\(/, since: [95, 93, 15.4] },
  { name: 'findLast', pattern: /\.findLast(Index)?\(/, since: [97, 104, 15.4] },
  { name: 'toSorted', pattern: /\.to(Sorted|Reversed|Spliced)\(/, since: [110, 115, 16] },
  { name: 'Object.hasOwn', pattern: /Object\.hasOwn\(/, since: [93, 92, 15.4] },
  { name: 'structuredClone', pattern: /\bstructuredClone\(/, since: [98, 94, 15.4] },
  { name: 'Promise.withResolvers', pattern: /Promise\.withResolvers\(/, since: [119, 121, 17.4] },
  { name: 'popover', pattern: /\.(show|hide|toggle)Popover\(/, since: [114, 125, 17] },
  { name: 'URL.parse', pattern: /URL\.parse\(/, since: [126, 126, 18] },
  { name: 'Object.groupBy', pattern: /(Object|Map)\.groupBy\(/, since: [117, 119, 17.4] },
  { name: 'Array.fromAsync', pattern: /Array\.fromAsync\(/, since: [121, 115, 16.4] },
  {
    name: 'set methods',
    pattern: /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
    since: [122, 127, 17],
  },
  {
    name: 'iterator helpers',
    pattern: /\.(values|keys|entries)\(\)\.(map|filter|take|drop|some|find)\(/,
    since: [122, 131, 18.4],
  },
  { name: 'Promise.try', pattern: /Promise\.try\(/, since: [128, 134, 18.2] },
  { name: 'RegExp.escape', pattern: /RegExp\.escape\(/, since: [136, 134, 18.2] },
  { name: 'bytes as text', pattern: /Uint8Array\.from(Base64|Hex)\(/, since: [140, 133, 18.2] },
  { name: 'view transitions', pattern: /\.startViewTransition\(/, since: [111, 144, 18] },
  { name: 'scheduler.yield', pattern: /scheduler\.yield\(/, since: [129, 142, never] },
  { name: 'light-dark', pattern: /light-dark\(/, since: [123, 120, 17.5] },
  { name: 'starting style', pattern: /@starting-style\b/, since: [117, 129, 17.5] },
  { name: 'field-sizing', pattern: /field-sizing:/, since: [123, never, 26.2] },
]

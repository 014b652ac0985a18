const colors = [
  '#0f766e',
  '#b45309',
  '#1d4ed8',
  '#be185d',
  '#4d7c0f',
  '#7e22ce',
  '#0e7490',
  '#a16207',
  '#b91c1c',
] as const

/** One of nine colours, derived from the id, so that an imitation of a token usually has another colour. */
export function colorFor(id: string): string {
  const sum = [...id].reduce((total, character) => total + character.charCodeAt(0), 0)
  return colors[sum % colors.length] ?? colors[0]
}

/** Square SVG logo: initials on a colour. The initials are black or white, for the best contrast. Deterministic. */
export function monogram(name: string, color: string): string {
  const initials = initialsOf(name)
  const size = initials.length > 1 ? 36 : 50
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96"><rect width="96" height="96" rx="22" fill="${color}"/><text x="48" y="50" fill="${textColorOn(color)}" font-family="system-ui, sans-serif" font-size="${size}" font-weight="700" text-anchor="middle" dominant-baseline="central">${initials}</text></svg>`
}

/**
 * First character of each of the first two words of a name, in capitals; `?` if the name has no letter or digit. A capital inside a word starts a new
 * word: `MetaMask` gives `MM`. The word "wallet" counts only if the name has no other word.
 */
export function initialsOf(name: string): string {
  const words = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').match(/[\p{L}\p{N}]+/gu) ?? []
  const distinctiveWords = words.filter((word) => !/^wallet$/i.test(word))
  const letters = (distinctiveWords.length > 0 ? distinctiveWords : words)
    .slice(0, 2)
    .map((word) => [...word].slice(0, 1).join(''))
  return letters.join('').toUpperCase() || '?'
}

function textColorOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    toLinear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  )
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  // luminance at which black and white have equal contrast (WCAG 2.2)
  return luminance > 0.179 ? '#000000' : '#ffffff'
}

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

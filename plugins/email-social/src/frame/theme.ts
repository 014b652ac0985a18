/** Black or white, whichever has more contrast with the colour (WCAG relative luminance). */
function textOn(hex: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000000' : '#ffffff'
}

/** The page chooses mode and accent colour only; more could make the summary unreadable. */
export function setTheme(mode: 'light' | 'dark', accent: string | undefined): void {
  const root = document.documentElement
  root.dataset.mode = mode
  if (accent === undefined) return
  root.style.setProperty('--accent', accent)
  root.style.setProperty('--on-accent', textOn(accent))
}

/** Black or white, whichever has more contrast with the colour (WCAG relative luminance). */
function textOn(hex: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000000' : '#ffffff'
}

/** Sets mode and accent colour. The page cannot change other styles, because it could make an approval unreadable. */
export function setTheme(mode: 'light' | 'dark', accent: string | undefined): void {
  const root = document.documentElement
  root.dataset.mode = mode
  if (accent === undefined) return
  root.style.setProperty('--accent', accent)
  root.style.setProperty('--on-accent', textOn(accent))
}

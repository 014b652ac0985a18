import type { ReactNode } from 'react'
import { contrast, parseHex, toHex } from '../styles/contrast.js'
import { hashText } from './hash-text.js'

/** Background colours on which white text is readable. */
export const hues = ['#5b5bd6', '#0d74ce', '#0b7a75', '#2b7a3d', '#7a5c00', '#b5471b', '#c2298a', '#7c3aed'] as const

/** Contrast that WCAG 2 requires for graphics and large text. */
export const LARGE_CONTRAST = 3

/** Minimum side length for two readable letters, in pixels. */
const TWO_LETTERS_PX = 32

/** Initials of the first `max` words: the first letter or digit of each word, with its accents, in upper case. `?` if there is none. */
export function initialsOf(name: string, max = 2): string {
  const words = name.trim().split(/\s+/u).slice(0, max)
  const first = (word: string): string => /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? ''
  return words.map(first).join('').toUpperCase() || '?'
}

interface MonogramProps {
  readonly name: string
  /** Side length in pixels. Default: 40. */
  readonly size?: number
  /** `#rrggbb`. Default: derived from the name. */
  readonly colour?: string | undefined
}

/** Initials on a colour, as a replacement for a missing picture. */
export function Monogram({ name, size = 40, colour }: MonogramProps): ReactNode {
  const background = parseHex(colour ?? '')
  const isLight = background && contrast([255, 255, 255], background) < LARGE_CONTRAST
  return (
    <svg className="wm-mark" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" fill={background ? toHex(background) : hues[hashText(name) % hues.length]} />
      <text
        x="20"
        y="20.5"
        dy=".35em"
        textAnchor="middle"
        fontSize="16"
        fontWeight="600"
        fill={isLight ? '#000' : '#fff'}
      >
        {initialsOf(name, size < TWO_LETTERS_PX ? 1 : 2)}
      </text>
    </svg>
  )
}

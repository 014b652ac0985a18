import { type ReactNode, useId } from 'react'
import { hashText } from './hash-text.js'

export interface AvatarProps {
  readonly address: string
  /** Side length in pixels. Default: 40. */
  readonly size?: number
}

/** Picture derived from an address: deterministic, and independent of the letter case of hexadecimal addresses. */
export function Avatar({ address, size = 40 }: AvatarProps): ReactNode {
  const clip = useId()
  const seed = hashText(/^0x/i.test(address) ? address.toLowerCase() : address)
  const bits = (shift: number, count: number): number => (seed >>> shift) % count
  const hue = bits(0, 360)
  const fill = (hueOffset: number, lightness: number): string => `hsl(${(hue + hueOffset) % 360} 75% ${lightness}%)`
  return (
    <svg className="wm-mark wm-round" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <clipPath id={clip}>
        <circle cx="20" cy="20" r="20" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width="40" height="40" fill={fill(0, 58)} />
        <circle cx={bits(5, 40)} cy={bits(9, 20)} r={14 + bits(12, 6)} fill={fill(40 + bits(3, 40), 66)} />
        <circle cx={bits(14, 40)} cy={20 + bits(17, 22)} r={10 + bits(20, 8)} fill={fill(160 + bits(7, 60), 52)} />
        <circle cx={10 + bits(22, 20)} cy={10 + bits(25, 20)} r={4 + bits(27, 4)} fill={fill(0, 90)} />
      </g>
    </svg>
  )
}

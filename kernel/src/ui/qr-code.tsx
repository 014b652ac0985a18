import type { ReactNode } from 'react'
import { classNames } from './class-names.js'
import { useMoreStyles } from './styles-more.js'

export interface QrCodeProps {
  /** The squares row by row, true for dark, without a margin. None while there is no code yet. */
  readonly squares: readonly (readonly boolean[])[]
  /** Says what scanning it does. */
  readonly label: string
  /** A {@link Mark} of at most 48 px in the middle. It hides squares there, which the code's error correction (level M or better) makes up for. */
  readonly mark?: ReactNode
}

/** The margin that ISO/IEC 18004 asks for, in squares. */
const QUIET_ZONE = 4

/** Dark squares of one row, each run as one box. */
const rowPath = (row: readonly boolean[], y: number): string =>
  row.reduce((path, dark, x) => {
    if (!dark || row[x - 1]) return path
    const length = [...row.slice(x), false].indexOf(false)
    return `${path}M${x} ${y}h${length}v1h-${length}z`
  }, '')

/** A QR code, dark on white in every theme: many cameras cannot read it the other way round. */
export function QrCode({ squares, label, mark }: QrCodeProps): ReactNode {
  useMoreStyles()
  const side = squares.length + 2 * QUIET_ZONE
  return (
    <div className={classNames('wm-qr', squares.length === 0 && 'wm-qr-empty')}>
      <svg viewBox={`-${QUIET_ZONE} -${QUIET_ZONE} ${side} ${side}`} role="img" aria-label={label}>
        <path d={squares.map(rowPath).join('')} />
      </svg>
      {mark && squares.length > 0 && <span className="wm-qr-mark">{mark}</span>}
    </div>
  )
}

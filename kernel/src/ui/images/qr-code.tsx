import type { ReactNode } from 'react'
import { classNames } from '../styles/class-names.js'
import { useMoreStyles } from '../styles/styles-more.js'

export interface QrCodeProps {
  /** The squares row by row, true for dark, without a margin. None while there is no code yet. */
  readonly squares: readonly (readonly boolean[])[]
  /** Says what scanning it does. */
  readonly label: string
  /** A {@link Mark} of at most 48 px in the middle. Squares below it are left out, which the code's error correction (level M or better) makes up for. */
  readonly mark?: ReactNode
}

/** The margin that ISO/IEC 18004 asks for, in squares. */
const QUIET_ZONE = 4

/** Modules of a finder pattern's side, and of the smallest code that has three of them. */
const FINDER = 7
const SMALLEST = 21
/** What the mark and its margin take of the code's width at most: 56 of 288 px. */
const MARK_SHARE = 56 / 288

/** Whether a module is drawn as a part of a finder pattern. */
const isFinder = (x: number, y: number, size: number): boolean => {
  const isEdge = (at: number): boolean => at < FINDER || at >= size - FINDER
  return size >= SMALLEST && isEdge(x) && isEdge(y) && (x < FINDER || y < FINDER)
}

/** Modules of the square in the middle that is left out below a mark: an odd number, as a code's size is, and no more than error correction bears. */
const clearing = (size: number): number => Math.round(((size + 2 * QUIET_ZONE) * MARK_SHARE - 1) / 2) * 2 + 1

/** Dark modules as points for a round pen, without the finder patterns and the square in the middle, `clear` wide. */
function dotsPath(squares: QrCodeProps['squares'], clear: number): string {
  const size = squares.length
  const isCleared = (at: number): boolean => Math.abs(2 * at + 1 - size) < clear
  return squares
    .map((row, y) =>
      row
        .map((dark, x) =>
          dark && !isFinder(x, y, size) && !(isCleared(x) && isCleared(y)) ? `M${x + 0.5} ${y + 0.5}h0` : '',
        )
        .join(''),
    )
    .join('')
}

/** A finder pattern: a ring with a square of three modules in it, in the proportions 1:1:3:1:1 that a camera looks for. */
function Finder({ x, y }: { readonly x: number; readonly y: number }): ReactNode {
  return (
    <>
      <rect x={x + 0.5} y={y + 0.5} width={6} height={6} rx={1.6} />
      <rect className="wm-qr-eye" x={x + 2} y={y + 2} width={3} height={3} rx={0.9} />
    </>
  )
}

/** A QR code of round modules, dark on white in every theme: many cameras cannot read it the other way round. */
export function QrCode({ squares, label, mark }: QrCodeProps): ReactNode {
  useMoreStyles()
  const size = squares.length
  const side = size + 2 * QUIET_ZONE
  const far = size - FINDER
  return (
    <div className={classNames('wm-qr', size === 0 && 'wm-qr-empty')}>
      <svg viewBox={`-${QUIET_ZONE} -${QUIET_ZONE} ${side} ${side}`} role="img" aria-label={label}>
        <path d={dotsPath(squares, mark ? clearing(size) : 0)} />
        {size >= SMALLEST && (
          <>
            <Finder x={0} y={0} />
            <Finder x={far} y={0} />
            <Finder x={0} y={far} />
          </>
        )}
      </svg>
      {mark && size > 0 && <span className="wm-qr-mark">{mark}</span>}
    </div>
  )
}

import type { ReactNode } from 'react'
import { classNames } from '../styles/class-names.js'
import { useDeferredStyles } from '../styles/deferred-styles.js'

export interface QrCodeProps {
  /** Modules by row, true for dark, without quiet zone. Empty while there is no code yet. */
  readonly squares: readonly (readonly boolean[])[]
  /** Describes what scanning the code does. */
  readonly label: string
  /** {@link Mark} of at most 48 px in the middle. Modules below it are omitted, which error correction (level M or better) compensates. */
  readonly mark?: ReactNode
}

/** Quiet zone required by ISO/IEC 18004, in modules. */
const QUIET_ZONE = 4

/** Side of a finder pattern, in modules. */
const FINDER_SIDE = 7
/** Side of the smallest QR code (version 1), in modules. */
const MIN_SIDE = 21
/** Maximum share of the code's width for the logo with its margin: 56 of 288 px. */
const MARK_SHARE = 56 / 288

/** Whether a module is part of a finder pattern. */
const isFinder = (x: number, y: number, size: number): boolean => {
  const isEdge = (at: number): boolean => at < FINDER_SIDE || at >= size - FINDER_SIDE
  return size >= MIN_SIDE && isEdge(x) && isEdge(y) && (x < FINDER_SIDE || y < FINDER_SIDE)
}

/** Side, in modules, of the omitted square below a logo. Odd, like the side of a code, and within the limits of error correction. */
const omittedSide = (size: number): number => Math.round(((size + 2 * QUIET_ZONE) * MARK_SHARE - 1) / 2) * 2 + 1

/** Dark modules as dots, without the finder patterns and without the square of side `omitted` in the middle. */
function dotsPath(squares: QrCodeProps['squares'], omitted: number): string {
  const size = squares.length
  const isOmitted = (at: number): boolean => Math.abs(2 * at + 1 - size) < omitted
  return squares
    .map((row, y) =>
      row
        .map((dark, x) =>
          dark && !isFinder(x, y, size) && !(isOmitted(x) && isOmitted(y)) ? `M${x + 0.5} ${y + 0.5}h0` : '',
        )
        .join(''),
    )
    .join('')
}

/** Finder pattern: a ring around a square of three modules, in the proportions 1:1:3:1:1 that scanners detect. */
function FinderPattern({ x, y }: { readonly x: number; readonly y: number }): ReactNode {
  return (
    <>
      <rect x={x + 0.5} y={y + 0.5} width={6} height={6} rx={1.6} />
      <rect className="wm-qr-eye" x={x + 2} y={y + 2} width={3} height={3} rx={0.9} />
    </>
  )
}

/** QR code of round modules, dark on white in every theme, because many cameras cannot read inverted codes. */
export function QrCode({ squares, label, mark }: QrCodeProps): ReactNode {
  useDeferredStyles()
  const size = squares.length
  const side = size + 2 * QUIET_ZONE
  const end = size - FINDER_SIDE
  return (
    <div className={classNames('wm-qr', size === 0 && 'wm-qr-empty')}>
      <svg viewBox={`-${QUIET_ZONE} -${QUIET_ZONE} ${side} ${side}`} role="img" aria-label={label}>
        <path d={dotsPath(squares, mark ? omittedSide(size) : 0)} />
        {size >= MIN_SIDE && (
          <>
            <FinderPattern x={0} y={0} />
            <FinderPattern x={end} y={0} />
            <FinderPattern x={0} y={end} />
          </>
        )}
      </svg>
      {mark && size > 0 && <span className="wm-qr-mark">{mark}</span>}
    </div>
  )
}

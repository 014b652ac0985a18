import { type ReactNode, useState } from 'react'
import { imageSource } from './image-source.js'
import { Monogram } from './monogram.js'

export interface MarkProps {
  /** Whose mark it is; draws the monogram where there is no picture. The text beside it names it, so it has no name of its own. */
  readonly name: string
  readonly src?: string | undefined
  /** Side length in pixels, reserved from the start. Default: 40. */
  readonly size?: number
  /** `#rrggbb` of the monogram. */
  readonly colour?: string | undefined
  /** Inline pictures too wait until they are near. */
  readonly lazy?: boolean
}

/**
 * The mark of a wallet, token or network. Foreign pictures go through `<img>` only; one that fails gives way to a monogram. Pictures from
 * elsewhere are asked for when they are about to be seen, and never for a view that is only drawn ahead.
 */
export function Mark({ name, src, size = 40, colour, lazy = false }: MarkProps): ReactNode {
  const [broken, setBroken] = useState<string>()
  const source = imageSource(src)
  if (!source || broken === source) return <Monogram name={name} size={size} colour={colour} />
  return (
    <img
      className="wm-mark"
      src={source}
      alt=""
      width={size}
      height={size}
      decoding="async"
      loading={lazy || !source.startsWith('data:') ? 'lazy' : 'eager'}
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => setBroken(source)}
    />
  )
}

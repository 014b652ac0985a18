import { type ReactNode, useState } from 'react'
import { imageSource } from './image-source.js'
import { Monogram } from './monogram.js'

export interface MarkProps {
  /** Name of the wallet, token or network, for the initials if there is no picture. It is not read by screen readers: display it next to the logo. */
  readonly name: string
  readonly src?: string | undefined
  /** Side length in pixels, reserved from the start. Default: 40. */
  readonly size?: number
  /** Background of the initials, `#rrggbb`. */
  readonly colour?: string | undefined
  /** Loads an inline picture (`data:` URL) only near the viewport. Remote pictures are always loaded in this way. */
  readonly lazy?: boolean
}

/**
 * Logo of a wallet, token or network. Pictures are rendered with `<img>` only. Initials replace a picture that cannot be loaded. Remote pictures are
 * requested shortly before they become visible, and never for a view that is only preloaded.
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

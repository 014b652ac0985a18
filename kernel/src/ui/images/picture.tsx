import { type ReactNode, useState } from 'react'
import { Name } from '../content/name.js'
import { useDeferredStyles } from '../styles/deferred-styles.js'
import { imageSource } from './image-source.js'
import { Monogram } from './monogram.js'

export interface PictureProps {
  readonly name: string
  /** Text below the name, such as the collection. */
  readonly note?: string | undefined
  readonly src?: string | undefined
  /** Text in the picture's corner, such as the number of items. */
  readonly badge?: string | undefined
}

/**
 * Square picture with its name, as an item of {@link Pictures}. The layout reserves its space. If the picture cannot be loaded, initials replace it.
 */
export function Picture({ name, note, src, badge }: PictureProps): ReactNode {
  useDeferredStyles()
  const [broken, setBroken] = useState<string>()
  const source = imageSource(src)
  return (
    <li className="wm-picture">
      <span className="wm-picture-frame">
        {!source || broken === source ? (
          <Monogram name={name} size={96} />
        ) : (
          <img
            className="wm-mark"
            src={source}
            alt=""
            width={96}
            height={96}
            decoding="async"
            loading="lazy"
            referrerPolicy="no-referrer"
            draggable={false}
            onError={() => setBroken(source)}
          />
        )}
        {badge && <bdi className="wm-picture-badge">{badge}</bdi>}
      </span>
      <Name>{name}</Name>
      {note && (
        <span className="wm-muted">
          <Name>{note}</Name>
        </span>
      )}
    </li>
  )
}

export interface PicturesProps {
  /** {@link Picture}s. */
  readonly children: ReactNode
  readonly label: string
}

/** Pictures in a grid. */
export function Pictures({ children, label }: PicturesProps): ReactNode {
  useDeferredStyles()
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets loses its role in Safari
    <ul className="wm-pictures" role="list" aria-label={label}>
      {children}
    </ul>
  )
}

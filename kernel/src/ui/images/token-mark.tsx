import type { ReactNode } from 'react'
import { caipImages } from '../../domain/caip-images.js'
import { useUi } from '../../react/dialog/ui-context.js'
import { useValue } from '../../react/hooks/use-value.js'
import { Mark, type MarkProps } from './mark.js'

export interface TokenMarkProps extends Omit<MarkProps, 'name' | 'src'> {
  readonly token: {
    /** CAIP-19 id, if known. */
    readonly assetId?: string
    readonly symbol: string
    readonly name?: string
    readonly iconUrl?: string
    /** A token with spam flags has initials instead of a logo. */
    readonly spamFlags?: readonly unknown[]
  }
}

/** Logo of a token: its own picture, otherwise one of the slot `caipImages`, otherwise its initials. */
export function TokenMark({ token, ...mark }: TokenMarkProps): ReactNode {
  const { assetId = '', symbol, name = '?', iconUrl, spamFlags = [] } = token
  const images = useValue(useUi().slots.all(caipImages))
  const imagesWithLogo = images.find((one) => one[assetId])
  const src = spamFlags.length > 0 ? undefined : (iconUrl ?? imagesWithLogo?.[assetId])
  return <Mark key={src} {...mark} name={symbol || name} src={src} />
}

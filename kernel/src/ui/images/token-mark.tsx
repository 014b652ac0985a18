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
    /** A suspicious token shows its initials only. */
    readonly spamFlags?: readonly unknown[]
  }
}

/** Logo of a token: its own picture, else one of the slot `caipImages`, else its initials. */
export function TokenMark({ token, ...mark }: TokenMarkProps): ReactNode {
  const { assetId = '', symbol, name = '?', iconUrl, spamFlags = [] } = token
  const images = useValue(useUi().slots.all(caipImages))
  const found = images.find((one) => one[assetId])
  const src = spamFlags.length > 0 ? undefined : (iconUrl ?? found?.[assetId])
  return <Mark key={src} {...mark} name={symbol || name} src={src} />
}

import type { ReactNode } from 'react'
import { caipImages } from '../../domain/caip-images.js'
import type { Network } from '../../domain/network.js'
import { useUi } from '../../react/dialog/ui-context.js'
import { useValue } from '../../react/hooks/use-value.js'
import { Mark, type MarkProps } from './mark.js'

export interface NetworkMarkProps extends Omit<MarkProps, 'name' | 'src'> {
  readonly network: Network
}

/** Logo of a network: its own picture, otherwise one of the slot `caipImages`, otherwise its initials. */
export function NetworkMark({ network, ...mark }: NetworkMarkProps): ReactNode {
  const { caipNetworkId, name, imageUrl } = network
  const images = useValue(useUi().slots.all(caipImages))
  const imagesWithLogo = images.find((one) => one[caipNetworkId])
  return <Mark {...mark} name={name} src={imageUrl ?? imagesWithLogo?.[caipNetworkId]} />
}

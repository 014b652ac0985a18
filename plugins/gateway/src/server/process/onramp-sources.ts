import { coinbaseOnRamp } from '../onramp/coinbase.js'
import { meldOnRamp } from '../onramp/meld.js'
import type { OnRampSource } from '../onramp/source.js'
import type { Store } from '../store.js'
import type { OnRampConfig } from './onramp-config.js'

/** Creates the configured on-ramp providers, Coinbase first. */
export function onRampSources(
  { coinbase, meld }: NonNullable<OnRampConfig> = {},
  store: Store,
): readonly OnRampSource[] {
  const sources: OnRampSource[] = []
  if (coinbase) {
    const { keyId: id, keySecret, ...rest } = coinbase
    sources.push(coinbaseOnRamp({ ...rest, key: { id, secret: keySecret }, store }))
  }
  if (meld) sources.push(meldOnRamp({ ...meld, store }))
  return sources
}

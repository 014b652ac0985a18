import { coinAssetId } from '@wallet-modal/kernel/assets'
import { expect, test } from 'vitest'
import networks from '../networks.json' with { type: 'json' }

test.each(networks)('the coin of $name has its own coin type', ({ caipNetworkId, namespace, nativeCurrency }) => {
  // Westend has no registered coin type and falls back to Polkadot's
  expect(coinAssetId({ caipNetworkId, namespace })).toBe(
    `${caipNetworkId}/slip44:${nativeCurrency.symbol === 'KSM' ? 434 : 354}`,
  )
})

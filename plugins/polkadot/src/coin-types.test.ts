import { coinAssetId } from '@wallet-modal/kernel/assets'
import { expect, test } from 'vitest'
import networks from '../networks.json' with { type: 'json' }

test.each(networks)(
  'the asset id of the coin of $name has the coin type of KSM or DOT',
  ({ caipNetworkId, namespace, nativeCurrency }) => {
    // Westend has no registered coin type and falls back to Polkadot's
    expect(coinAssetId({ caipNetworkId, namespace })).toBe(
      `${caipNetworkId}/slip44:${nativeCurrency.symbol === 'KSM' ? 434 : 354}`,
    )
  },
)

import { expect, test } from 'vitest'
import { bitcoinProviders } from '../../plugins/bip122/src/contract.js'
import { bitcoinProviders as copiedProviders } from '../../plugins/walletconnect/src/namespaces/bitcoin.js'

// A site without Bitcoin has no @wallet-modal/bip122, so the WalletConnect plugin declares the capability again.
test('the capability that the WalletConnect plugin asks for is the one of the Bitcoin plugin', () => {
  expect(copiedProviders).toEqual(bitcoinProviders)
})
